import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Beat } from "../../core/sequencer/epoch.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { getSequencer } from "../../operations/sequencer/get.ts";
import { stepDown } from "../../operations/sequencer/step-down.ts";
import { type Listening, listen } from "../../prisma/listen.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";

const WORKERS = 3;
const KILLS = 4;
const STOPS = 2;
/** What a takeover may take beside its ticks, on a machine with other work. Source: docs/reference/sequencer.md, "Takeover". */
const SLACK_MS = 60;
/** The machine is busy with two builds at times; the figures are printed, and the bound is of the ticks that passed in vain. */
const BUSY_MS = 2_000;

let installation: Installation;
let workers: WorkerProcess[];
let listening: Listening;
const beats: Beat[] = [];

beforeAll(async () => {
  installation = await makeInstallation();
  listening = listen(
    installation.workerEnv.DATABASE_URL ?? "",
    () => undefined,
    () => undefined,
    undefined,
    (beat) => {
      beats.push(beat);
    },
  );
  await listening.ready;
  workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(installation.workerEnv)));
  await until(async () => (await nodes()) >= WORKERS || "not all nodes are there", 20_000);
});

afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await listening?.close();
  await installation?.end();
});

const nodes = () => installation.ctx.db.sequencerNode.count({ where: { leftAt: null } });

/** The worker that wrote the latest beat, and that beat. */
async function incumbent(): Promise<{ worker: WorkerProcess; beat: Beat }> {
  let found: { worker: WorkerProcess; beat: Beat } | undefined;
  await until(async () => {
    const beat = beats.at(-1);
    const worker = beat && workers.find(({ lines }) => lines.some((line) => line.includes(beat.incarnation)));
    if (beat && worker) found = { worker, beat };
    return found !== undefined || "nobody publishes";
  }, 20_000);
  if (!found) throw new Error("nobody publishes");
  return found;
}

/** Gives the sequencer something to order all the time, so that it takes no longer periods. */
async function busily<Result>(act: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const work = (async () => {
    for (let place = 0; !isOver; place += 1) {
      await installation.ctx.db.sequenced.create({
        data: { kind: "task", itemId: `task-${Date.now()}-${place}`, at: new Date() },
      });
      await sleep(20);
    }
  })();
  try {
    await sleep(1_000);
    return await act();
  } finally {
    isOver = true;
    await work;
  }
}

/** Milliseconds, by the store's clock, from the last beat of a stint to the first of another incarnation. */
function gapAfter(last: string): number {
  const place = beats.findLastIndex(({ incarnation }) => incarnation === last);
  const [from, to] = [beats[place], beats[place + 1]];
  return to && from ? to.at.getTime() - from.at.getTime() : Number.NaN;
}

const isSucceeded = (incarnation: string) => async () =>
  beats.at(-1)?.incarnation !== incarnation || "nobody has taken over";

describe("another worker publishes", () => {
  it("B1: soon after the writer was killed", async () => {
    const gaps = await busily(async () => {
      const all: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const { worker, beat } = await incumbent();
        worker.kill("SIGKILL");
        await worker.ended;
        await until(isSucceeded(beat.incarnation), 10_000);
        all.push(gapAfter(beat.incarnation));
        workers = [...workers.filter((one) => one !== worker), await startWorker(installation.workerEnv)];
        await sleep(500);
      }
      return all;
    });
    console.log(`after SIGKILL: ${gaps.join(", ")} ms`);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThan(TIMING.tickMs);
      expect(gap).toBeLessThan(2 * TIMING.tickMs + SLACK_MS + BUSY_MS);
    }
  });

  it("B2: soon after the writer was stopped, and what it wakes up with changes nothing", async () => {
    const gaps = await busily(async () => {
      const all: number[] = [];
      for (let stop = 0; stop < STOPS; stop += 1) {
        const { worker, beat } = await incumbent();
        worker.kill("SIGSTOP");
        await until(isSucceeded(beat.incarnation), 10_000);
        all.push(gapAfter(beat.incarnation));
        await sleep(300);
        worker.kill("SIGCONT");
        await sleep(500);
      }
      return all;
    });
    console.log(`after SIGSTOP: ${gaps.join(", ")} ms`);
    for (const gap of gaps) expect(gap).toBeLessThan(2 * TIMING.tickMs + SLACK_MS + BUSY_MS);
  });

  it("a tick after the writer has ended in peace", async () => {
    const gap = await busily(async () => {
      const { worker, beat } = await incumbent();
      await worker.stop();
      await until(isSucceeded(beat.incarnation), 10_000);
      workers = [...workers.filter((one) => one !== worker), await startWorker(installation.workerEnv)];
      return gapAfter(beat.incarnation);
    });
    console.log(`after SIGTERM: ${gap} ms`);
    expect(gap).toBeLessThan(TIMING.tickMs + SLACK_MS + BUSY_MS);
  });
});

it("another worker publishes when the writer is asked to step down, which goes on working", async () => {
  const { ctx } = installation;
  const { worker, beat } = await incumbent();
  await until(async () => (await getSequencer(ctx)).may.stepDown || "nobody could take over", 10_000);
  await stepDown(ctx, { term: beat.term, reason: "its disk is replaced" });
  await until(isSucceeded(beat.incarnation), 10_000);
  console.log(`after stepping down: ${gapAfter(beat.incarnation)} ms`);
  const [latest] = (await getSequencer(ctx)).takeovers;
  expect(latest).toMatchObject({ from: beat.writer, inPeace: true });
  expect((await incumbent()).worker).not.toBe(worker);
});

it("every beat follows the one before, and every item has a position, without a gap", async () => {
  const { db } = installation.ctx;
  await until(
    async () => (await db.sequenced.count({ where: { position: null } })) === 0 || "some wait",
    10_000,
  );
  const seqs = beats.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, place) => (seqs[0] ?? 0) + place));
  for (const [place, beat] of beats.entries()) {
    const before = beats[place - 1];
    if (before) expect(beat.term).toBe(beat.incarnation === before.incarnation ? before.term : beat.seq);
  }
  const items = await db.sequenced.findMany({ orderBy: { position: "asc" } });
  expect(items.length).toBeGreaterThan(100);
  expect(items.map(({ position }) => Number(position))).toEqual(items.map((_, place) => place + 1));
});

it("every epoch is signed", async () => {
  const { db } = installation.ctx;
  await until(
    async () => (await db.sequencerEpoch.count({ where: { signature: null } })) === 0 || "some are not",
    15_000,
  );
  expect(await db.sequencerEpoch.count()).toBeGreaterThan(10);
});

import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyChain } from "../../operations/sequencer/verify-chain.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type Postgres, startPostgres } from "../../scripts/postgres/start.ts";
import { until } from "../pipeline/until.ts";
import { type BeatSite, BUSY_MS, openBeatSite } from "./beat-site.ts";
import { type WatchedBeats, watchBeatsOf } from "./watched-beats.ts";

/** A fast shutdown and a crash. */
const SIGNALS = ["SIGINT", "SIGQUIT", "SIGINT"] as const;
/** Source: the plan's B6. */
const RESUMES_MS = 1_000;
const BEFORE_MS = 1_500;

let dataDir: string;
let port: number;
let postgres: Postgres;
let site: BeatSite;
let beats: WatchedBeats;
/** When the server said that it accepts connections, by its clock. */
let acceptedAt = new Date(Number.NaN);

async function serve(): Promise<Postgres> {
  const take = (line: string) => {
    const [, day, time] = /^(\S+) (\S+) UTC .* ready to accept connections/.exec(line) ?? [];
    if (day && time) acceptedAt = new Date(`${day}T${time}Z`);
  };
  return startPostgres({ dataDir, port, take });
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "waybill-restart-"));
  port = await freePort();
  postgres = await serve();
  await deploy(postgres.url);
  const { url } = postgres;
  site = await openBeatSite({ database: { url, ownerUrl: url, drop: async () => undefined } });
  await Promise.all(Array.from({ length: 2 }, () => site.start()));
  beats = await watchBeatsOf(url);
});
afterAll(async () => {
  await beats?.close();
  await site?.close();
  await postgres?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

/** Restarts the server. @returns ms from when it accepts connections to the first epoch, by its clock */
async function resumesMs(signal: (typeof SIGNALS)[number]): Promise<number> {
  const { db } = site.installation.ctx;
  process.kill(postgres.pid, signal);
  await postgres.ended;
  postgres = await serve();
  let at: Date | undefined;
  await until(async () => {
    const first = await db.sequencerEpoch
      .findFirst({ where: { at: { gte: acceptedAt } }, orderBy: { seq: "asc" } })
      .catch(() => undefined);
    at = first?.at;
    return at !== undefined || "nothing gets a position";
  }, 60_000);
  const heardAt = () => beats.all.at(-1)?.at ?? new Date(0);
  await until(async () => heardAt() > acceptedAt || "no beat was heard of", 60_000);
  return (at?.getTime() ?? Number.NaN) - acceptedAt.getTime();
}

it("B6: after a restart of PostgreSQL no seq is lost or given twice, and beats go on within a second", async () => {
  const { ctx } = site.installation;
  const { db } = ctx;
  await site.ring(2);
  const all: number[] = [];
  await site.busily(async () => {
    for (const signal of SIGNALS) {
      await sleep(BEFORE_MS);
      all.push(await resumesMs(signal));
    }
  });
  console.log(`B6: after ${SIGNALS.join(", ")}: ${all.map(Math.round).join(", ")} ms`);
  await until(
    async () => (await db.sequenced.count({ where: { position: null } })) === 0 || "some wait",
    30_000,
  );
  const items = await db.sequenced.findMany({ orderBy: { position: "asc" }, select: { position: true } });
  expect(items.map(({ position }) => Number(position))).toEqual(items.map((_, place) => place + 1));
  expect(items.length).toBeGreaterThan(SIGNALS.length);
  // also that each epoch follows the one before by its seq and hash
  expect(await verifyChain(ctx, { after: 0, forMs: 30_000 })).toMatchObject({ fault: null, isWhole: true });
  // what was told was committed, so no later beat has its number or a lower one
  const seqs = beats.all.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
  expect(Math.min(...all)).toBeLessThan(RESUMES_MS);
  expect(Math.max(...all)).toBeLessThan(RESUMES_MS + BUSY_MS);
});

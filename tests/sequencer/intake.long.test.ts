import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDice } from "../chaos/dice.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makePerson } from "../factories/make-person.ts";
import type { Acked, IntakeSettings } from "../fixtures/sequencer/intake.ts";
import { until } from "../pipeline/until.ts";
import { type BeatSite, openBeatSite } from "./beat-site.ts";

const PROCESSES = 2;
const CONNECTIONS = 8;
const COLLECTIONS = 12;
const OPEN_MS = 100;
const ROLLBACKS = 0.03;
const WORKERS = 3;
const KILLS = 6;
/** Twice what it took with two busy loops beside other work on two cores. */
const PATIENCE_MS = 300_000;
const SEED = Number(process.env.SEQUENCER_SEED ?? Date.now() % 1_000_000);

let site: BeatSite;
const intakes: ChildProcess[] = [];
beforeAll(async () => {
  site = await openBeatSite();
  await Promise.all(Array.from({ length: WORKERS }, () => site.start()));
});
afterAll(async () => {
  for (const intake of intakes) intake.kill("SIGKILL");
  await site?.close();
});

/** Collections whose lanes begin nothing, so that nothing but intake and beats is at work. */
async function makeCollections(): Promise<readonly string[]> {
  const { db } = site.installation.ctx;
  const ids: string[] = [];
  for (let place = 0; place < COLLECTIONS; place += 1) {
    const { id, laneId } = await makeCollection(db);
    await db.lane.update({ where: { id: laneId }, data: { heldAt: new Date() } });
    ids.push(id);
  }
  return ids;
}

/** @returns the files with what each process had acknowledged */
async function startIntakes(): Promise<readonly string[]> {
  const { ctx, folder, workerEnv } = site.installation;
  const collectionIds = await makeCollections();
  const { id: submitterId } = await makePerson(ctx.db, "depositor");
  const files: string[] = [];
  for (let place = 0; place < PROCESSES; place += 1) {
    const file = path.join(folder, `acked-${place}.ndjson`);
    await writeFile(file, "");
    files.push(file);
    const settings: IntakeSettings = {
      url: workerEnv.DATABASE_URL ?? "",
      name: `web${place}`,
      seed: SEED + place * CONNECTIONS,
      connections: CONNECTIONS,
      openMs: OPEN_MS,
      rollbacks: ROLLBACKS,
      file,
      submitterId,
      collectionIds,
    };
    const words = ["--import", "tsx", "tests/fixtures/sequencer/intake.ts", JSON.stringify(settings)];
    intakes.push(spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] }));
  }
  return files;
}

function ackedIn(file: string): readonly Acked[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Acked);
}

/** The control: reads the rows above the highest id it has seen, again and again, as many followers of a table do. */
async function tailing(stop: AbortSignal): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let last = 0n; ; ) {
    const isLast = stop.aborted;
    const rows = await site.installation.ctx.db.$queryRaw<{ id: bigint; itemId: string }[]>`
      SELECT id, item_id AS "itemId" FROM sequenced WHERE id > ${last} ORDER BY id`;
    for (const { itemId } of rows) seen.add(itemId);
    last = rows.at(-1)?.id ?? last;
    if (isLast) return seen;
    await sleep(5);
  }
}

/** Kills whoever writes, again and again. */
async function killWriters(): Promise<void> {
  const dice = openDice(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(dice.between(500, 2_500));
    await site.kill((await site.writer()).worker);
    await site.start();
  }
}

/** How many have a position that is not above that of all that were acknowledged before they were sent. */
function countOutOfRealTime(acked: readonly Acked[], positionOf: (id: string) => number): number {
  const by = (which: "sent" | "acked") =>
    acked.toSorted((one, other) => (BigInt(one[which]) < BigInt(other[which]) ? -1 : 1));
  const done = by("acked");
  let [highest, next, count] = [0, 0, 0];
  for (const { id, sent } of by("sent")) {
    for (let one = done[next]; one && BigInt(one.acked) < BigInt(sent); one = done[next]) {
      highest = Math.max(highest, positionOf(one.id));
      next += 1;
    }
    if (positionOf(id) <= highest) count += 1;
  }
  return count;
}

/** How many have a position that is not above that of the one before of their connection. */
function countOutOfTurn(acked: readonly Acked[], positionOf: (id: string) => number): number {
  const last = new Map<string, number>();
  let count = 0;
  for (const { id, connection } of acked) {
    if (positionOf(id) <= (last.get(connection) ?? 0)) count += 1;
    last.set(connection, positionOf(id));
  }
  return count;
}

/** What is acknowledged while writers are killed, and how much of it the tail misses. */
async function takeIn() {
  const stop = new AbortController();
  const tail = tailing(stop.signal);
  const files = await startIntakes();
  await killWriters();
  const ends = intakes.map((intake) => new Promise<unknown>((resolve) => intake.once("close", resolve)));
  for (const intake of intakes) intake.kill("SIGTERM");
  expect(await Promise.all(ends)).toEqual(intakes.map(() => 0));
  stop.abort();
  const tailed = await tail;
  const acked = files.flatMap(ackedIn);
  return { acked, missed: acked.filter(({ id }) => !tailed.has(id)).length };
}

it(
  "B4: while writers are killed, all that is accepted has a position once, in the order of acknowledgement; a tail by id misses rows",
  async () => {
    console.log(`SEQUENCER_SEED=${SEED}`);
    const { db } = site.installation.ctx;
    await site.writer();
    const { acked, missed } = await takeIn();
    await until(
      async () => (await db.sequenced.count({ where: { position: null } })) === 0 || "some wait",
      30_000,
    );
    const items = await db.sequenced.findMany({ orderBy: { position: "asc" } });
    const positions = new Map(items.map(({ itemId, position }) => [itemId, Number(position)]));
    const positionOf = (id: string) => positions.get(id) ?? 0;
    const [outOfTurn, outOfRealTime] = [
      countOutOfTurn(acked, positionOf),
      countOutOfRealTime(acked, positionOf),
    ];
    console.log(
      `B4: ${acked.length} accepted through ${PROCESSES} × ${CONNECTIONS} connections, ${KILLS} writers killed; out of a connection's order ${outOfTurn}, of real time ${outOfRealTime}; a tail by id missed ${missed}`,
    );
    // a schedule of Waybill's own may have begun a task meanwhile
    const batches = items.filter(({ kind }) => kind !== "task");
    expect(batches.map(({ itemId }) => itemId).sort()).toEqual(acked.map(({ id }) => id).sort());
    expect(items.map(({ position }) => Number(position))).toEqual(items.map((_, place) => place + 1));
    expect([outOfTurn, outOfRealTime]).toEqual([0, 0]);
    expect(acked.length).toBeGreaterThan(500);
    // otherwise the transactions did not overlap, and the rest shows nothing
    expect(missed).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);

import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { connect, type Db } from "../prisma/client.ts";
import { loadTurn } from "../prisma/store/lane/turn.ts";
import { listDue } from "../prisma/store/lease/due.ts";
import { deploy } from "../scripts/db/deploy.ts";
import { startPostgres } from "../scripts/postgres/start.ts";
import { listQueued } from "../tests/lanes/list-queued.ts";
import { percentile, print } from "./figure.ts";
import { fillBacklog, letMove } from "./queuer-backlog.ts";

const LANES = 10_000;
const BACKLOGS = [1_000_000, 100_000];
const MOVING = [100, LANES];
const RUNS = 20;
const WARM_UPS = 3;
/** As many as a worker asks for at a time: four wake-ups for each of its 16 lanes. */
const WINDOW = 64;

/** Picking the batches that go next out of a backlog: the rule over all lanes, and the way a worker takes. */
export async function queuer(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-queuer-"));
  try {
    for (const batches of BACKLOGS) await measureBacklog(path.join(folder, String(batches)), batches);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureBacklog(dataDir: string, batches: number): Promise<void> {
  const postgres = await startPostgres({ dataDir });
  await deploy(postgres.url);
  const db = connect(postgres.url, { max: 1, name: "bench", answerMs: 0 });
  try {
    await fillBacklog(db, { lanes: LANES, batches });
    for (const moving of MOVING) {
      await letMove(db, moving);
      await measure(
        db,
        `${format(batches)} open batches, ${format(moving)} of ${format(LANES)} lanes can move`,
      );
    }
  } finally {
    await db.$disconnect();
    await postgres.stop();
  }
}

async function measure(db: Db, what: string): Promise<void> {
  const isAimed = what.includes(" 100 of ");
  const aim = isAimed ? { aim: "<= 50" } : {};
  const reference = {
    name: "one batch by its id, through the same connection",
    value: await p50(() => db.$queryRaw`SELECT * FROM batch WHERE id = (SELECT id FROM batch LIMIT 1)`),
  };
  for (const [name, act] of [
    ["heads by the rule over all lanes", () => listQueued(db, 200)],
    ["due lanes and one lane's turn, as a worker does", () => turnOfFirst(db)],
  ] as const)
    print({ name: `${what}: ${name}, p50 of ${RUNS}`, value: await p50(act), unit: "ms", ...aim, reference });
}

async function turnOfFirst(db: Db): Promise<void> {
  const [first] = await listDue(db, "lane", WINDOW);
  const turn = first && (await loadTurn(db, first.id));
  if (turn?.queued.length !== 1) throw new Error("the first due lane has no batch that goes next");
}

async function p50(act: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    const began = performance.now();
    await act();
    if (run >= WARM_UPS) took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

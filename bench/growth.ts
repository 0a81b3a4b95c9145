import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaneQuery } from "../core/contracts/lane-requests.ts";
import { BatchQuery, EventQuery, JobQuery } from "../core/contracts/requests.ts";
import { LEASED } from "../core/leased.ts";
import { Env } from "../lib/env.ts";
import { listBatches } from "../operations/batch/list.ts";
import type { Context } from "../operations/context.ts";
import { listEvents } from "../operations/event/list.ts";
import { listJobs } from "../operations/job/list.ts";
import { listLanes } from "../operations/lane/list.ts";
import { connect, type Db } from "../prisma/client.ts";
import { insertBatch } from "../prisma/store/batch/accept.ts";
import { countJobsByState } from "../prisma/store/job/list.ts";
import { moveJob } from "../prisma/store/job/move.ts";
import { findFirstDue, listDue } from "../prisma/store/lease/due.ts";
import { takeNextLease } from "../prisma/store/lease.ts";
import { execute } from "../scripts/db/database.ts";
import { deploy } from "../scripts/db/deploy.ts";
import { startPostgres } from "../scripts/postgres/start.ts";
import { contextOn } from "../tests/factories/context-on.ts";
import { makePerson } from "../tests/factories/make-person.ts";
import { percentile, print } from "./figure.ts";
import { DESK, fillPast, fillPresent, LARGE } from "./growth-fill.ts";

const RUNS = 30;
const WARM_UPS = 5;
/** Pages that show the batch of 100,000 jobs, which is counted again only after a pause (operations/batch/count-jobs.ts). */
const COUNTS_LARGE = ["the batches page", "the batches page of one collection", "the lanes page"];
const COUNT_PAUSE_MS = 1_000;

/**
 * What the hot statements and pages cost in a database without a past, and in the same one with it: `GROWTH_JOBS` ended jobs
 * and `GROWTH_EVENTS` events. The present work is the same: 100,000 batches that wait in lanes, 50,000 jobs that wait for
 * space, 2,000 that are due.
 */
export async function growth(): Promise<void> {
  const past = { jobs: countOf("GROWTH_JOBS", 1_000_000), events: countOf("GROWTH_EVENTS", 20_000_000) };
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-growth-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres") });
  try {
    await deploy(postgres.url);
    await fillPresent(postgres.url);
    const before = await measure(postgres.url);
    const began = performance.now();
    await fillPast(postgres.url, past);
    const what = `${past.jobs.toLocaleString("en-US")} ended jobs and ${past.events.toLocaleString("en-US")} events`;
    print({ name: `${what}: filled`, value: (performance.now() - began) / 1000, unit: "s" });
    const after = await measure(postgres.url);
    for (const [name, value] of after) {
      const reference = before.get(name) ?? Number.NaN;
      print({
        name: `${name}, p50 of ${RUNS}`,
        value,
        unit: "ms",
        reference: { name: "without a past", value: reference },
      });
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function countOf(name: string, usual: number): number {
  const count = Number(process.env[name] ?? usual);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${name} is no number of rows`);
  return count;
}

async function measure(url: string): Promise<ReadonlyMap<string, number>> {
  await execute(url, "VACUUM ANALYZE");
  const db = connect(url, { max: 1, name: "bench", answerMs: 0 });
  const took = new Map<string, number>();
  try {
    for (const [name, act] of Object.entries(await actsOn(db, url)))
      took.set(name, await p50(act, COUNTS_LARGE.includes(name) ? COUNT_PAUSE_MS : 0));
  } finally {
    await db.$disconnect();
  }
  return took;
}

type Act = () => Promise<unknown>;

async function actsOn(db: Db, url: string): Promise<Readonly<Record<string, Act>>> {
  const ctx = contextOn(db, Env.parse({ DATABASE_URL: url, AUTH_SECRET: "b".repeat(32) }));
  const admin: Context = { ...ctx, actor: await makePerson(db, "admin") };
  const desk = { id: DESK, slug: DESK, laneId: DESK, profileVersionId: DESK };
  const depositor: Context = { ...ctx, actor: await makePerson(db, "depositor", [desk]) };
  const jobs = (who: Context, given: object) => () => listJobs(who, JobQuery.parse(given));
  const batches = (who: Context, given: object) => () => listBatches(who, BatchQuery.parse(given));
  return {
    "the next job taken": () => takeNext(db),
    "the first due row of each kind": () => findFirstDue(db, LEASED),
    "50 due jobs listed": () => listDue(db, "job", 50),
    "a job taken and moved": () => moveNext(db),
    "a batch accepted": () => accept(db),
    "the batches page": batches(admin, {}),
    "the batches page of one collection": batches(depositor, {}),
    "the jobs page": jobs(admin, {}),
    "the jobs page of one collection": jobs(depositor, {}),
    "the jobs page, by state": jobs(admin, { state: "Completed" }),
    "the jobs page of one collection, by state": jobs(depositor, { state: "Completed" }),
    "the events page": () => listEvents(admin, EventQuery.parse({})),
    "the events page of one collection": () => listEvents(depositor, EventQuery.parse({})),
    "batches searched without a hit": batches(admin, { q: "no such words" }),
    "jobs searched without a hit": jobs(admin, { q: "no such words" }),
    "jobs searched with many hits": jobs(admin, { q: "x" }),
    "jobs of a batch of 100,000 counted": () => countJobsByState(db, [LARGE]),
    "the lanes page": () => listLanes(admin, LaneQuery.parse({})),
  };
}

async function takeNext(db: Db) {
  const lease = await takeNextLease(db, "job", { owner: "bench", leaseMs: 600_000 });
  if (!lease) throw new Error("no job is due");
  return lease;
}

async function moveNext(db: Db): Promise<void> {
  const { id, fence } = await takeNext(db);
  await moveJob(db, { jobId: id, fence, from: "Pending", to: "Estimating", by: "worker", actor: "Waybill" });
}

async function accept(db: Db): Promise<void> {
  await insertBatch(db, {
    id: `bid-${randomUUID()}`,
    collectionId: DESK,
    submitterId: "x",
    submitter: "x",
    actor: "x",
    userAgent: null,
    kind: "SingleFile",
    responseForm: "json",
    update: false,
    deposit: {},
    payloadFilename: "desk.tif",
    payloadPath: "x",
    payloadSize: 1,
    payloadSha256: "0".repeat(64),
    digestType: null,
    digestValue: null,
    key: null,
  });
}

async function p50(act: Act, pauseMs: number): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < WARM_UPS + RUNS; run += 1) {
    await sleep(pauseMs);
    const began = performance.now();
    await act();
    if (run >= WARM_UPS) took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

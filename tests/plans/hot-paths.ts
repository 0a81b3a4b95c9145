import type { Ledgers } from "../../adapters/ledger/ledgers.ts";
import { LaneQuery } from "../../core/contracts/lane-requests.ts";
import * as requests from "../../core/contracts/requests.ts";
import { LEASED } from "../../core/leased.ts";
import type { Ledger } from "../../core/ledger/ports.ts";
import { MOST_COUNTED } from "../../core/overview/needs.ts";
import { BEGINNING } from "../../core/sequencer/cursor.ts";
import { nextBeat } from "../../core/sequencer/order.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { getBatch } from "../../operations/batch/get.ts";
import { listBatches } from "../../operations/batch/list.ts";
import type { Context } from "../../operations/context.ts";
import { listEvents } from "../../operations/event/list.ts";
import { listIncidents } from "../../operations/incident/list.ts";
import { getJob } from "../../operations/job/get.ts";
import { listJobs } from "../../operations/job/list.ts";
import { listJobFiles } from "../../operations/job/list-files.ts";
import { getLane } from "../../operations/lane/get.ts";
import { listLanes } from "../../operations/lane/list.ts";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import { listMails } from "../../operations/mail/list.ts";
import { getObject } from "../../operations/object/get.ts";
import { listObjects } from "../../operations/object/list.ts";
import { readFeed } from "../../operations/sequencer/read-feed.ts";
import { workLane } from "../../operations/turn/work.ts";
import { readLastPosition } from "../../prisma/store/feed.ts";
import { openLaneSteps } from "../../prisma/store/lane/gathered.ts";
import { findFirstDue, listDue } from "../../prisma/store/lease/due.ts";
import { releaseLease, renewLeases, takeLease, takeNextLease } from "../../prisma/store/lease.ts";
import { listFigures } from "../../prisma/store/overview/figures.ts";
import { listSlowLanes } from "../../prisma/store/overview/slow-lanes.ts";
import { findLatestFindings, listWaiting } from "../../prisma/store/overview/waiting.ts";
import { listItems } from "../../prisma/store/sequencer.ts";
import { readRegister, replayBeat } from "../../prisma/store/sequencer-replay.ts";
import { makeZip } from "../containers/make-container.ts";
import { makePerson } from "../factories/make-person.ts";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import type { HandWorker } from "../pipeline/hand-worker.ts";
import type { Installation } from "../pipeline/installation.ts";
import { batchOfFiles } from "../pipeline/manifests.ts";
import { orderNow } from "../sequencer/order-now.ts";
import type { HostileSource } from "../servers/hostile-source.ts";
import type { StaleDatabase } from "./stale-database.ts";

export type Site = {
  readonly database: StaleDatabase;
  readonly installation: Installation;
  readonly worker: HandWorker;
  readonly source: HostileSource;
};

const OWNER = "a worker";
const LEASE = { leaseMs: 60_000 };

/** A ledger that takes every batch and calls it Committed as soon as it is asked. */
const ledger: Omit<Ledger, "backend"> = {
  idsAtOnce: 100,
  submit: async () => ({ kind: "accepted", httpStatus: 202, message: "" }),
  readStatuses: async (_, ids) =>
    ids.map((ledgerId) => ({ ledgerId, status: "Committed", message: "", invalid: [] })),
};
const ledgers: Ledgers = {
  sawtooth: { ...ledger, backend: "sawtooth" },
  scabbard: { ...ledger, backend: "scabbard" },
  close: async () => undefined,
};

const LANES = ["lane-7", "lane-8", "lane-9"] as const;

/** Takes some of the lanes in which much is waiting, and works them together until their turns are over; then hands more in. */
export async function walkLedgerLanes({ installation: { ctx }, database }: Site): Promise<void> {
  await database.ask(`UPDATE lane SET due_at = clock_timestamp() WHERE id IN ('${LANES.join("', '")}')`);
  await listDue(ctx.db, "lane", 50);
  const ports = {
    ledgers,
    steps: openLaneSteps(ctx.db),
    isStorageOpen: async () => true,
    faultPoint: async () => undefined,
    instance: OWNER,
    roll: () => 0,
  };
  const { signal } = new AbortController();
  await Promise.all(
    LANES.map(async (laneId) => {
      const lease = await takeLease(ctx.db, "lane", { id: laneId, owner: OWNER, ...LEASE, lastMs: 60_000 });
      if (!lease) throw new Error("the lane was not to be had");
      await renewLeases(ctx.db, "lane", [{ id: laneId, fence: lease.fence }], LEASE);
      await workLane(ctx, ports, { laneId, fence: lease.fence, signal });
    }),
  );
  const batches = makeBatches("more", 2).map(({ id, bytes }) => ({ ledgerId: id, body: bytes }));
  const signed = { signerPublicKey: "02", transactionIds: [], families: [] };
  const read = async () => batches.map((batch) => ({ ...batch, ...signed }));
  await submitBatches(ctx, { serviceId: LANES[0], userAgent: null, read });
}

/** More files than a small object has, so that its folder, space and inventory are written step by step. */
const MANY_FILES = 101;

/**
 * Deposits of one file, of an update of its object, of files at a source and of a container of many, from the upload to
 * the report.
 */
export async function walkPipeline(site: Site): Promise<readonly string[]> {
  const { installation, source } = site;
  for (const name of ["/a", "/b", "/c"]) source.serve(name, { kind: "file", body: name });
  const rows = ["/a", "/b", "/c"].map((name) => ({ name: name.slice(1), url: source.url(name) }));
  const named = { filename: "a.txt", type: "file", localIdentifier: "one" };
  const many = Array.from({ length: MANY_FILES }, (_, place) => [`${place}.txt`, `text ${place}`]);
  const container = await makeZip(Object.fromEntries(many));
  const batchIds: string[] = [];
  for (const [payload, fields] of [
    ["some text", named],
    ["other text", { ...named, update: "true" }],
    [batchOfFiles(rows), { filename: "a.checkm" }],
    [container, { filename: "a.zip", type: "container" }],
  ] as const) {
    const batchId = await installation.deposit(payload, fields);
    await workThrough(site, batchId);
    batchIds.push(batchId);
  }
  return batchIds;
}

const ROUNDS = 60;

/** Works what is due of one batch until it has ended. */
async function workThrough({ database, worker }: Site, batchId: string): Promise<void> {
  const due = async (table: string, which: string) =>
    (
      await database.ask<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${which} AND due_at <= clock_timestamp()`,
      )
    ).map(({ id }) => id);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of await due("lane", `id = (SELECT lane_id FROM batch WHERE id = '${batchId}')`))
      await worker.work("lane", id);
    for (const id of await due("batch", `id = '${batchId}'`)) await worker.work("batch", id);
    for (const id of await due("job", `batch_id = '${batchId}'`)) await worker.work("job", id);
    const [batch] = await database.ask<{ state: string }>(`SELECT state FROM batch WHERE id = '${batchId}'`);
    if (batch?.state === "Completed") return;
  }
  throw new Error(`batch ${batchId} is not Completed after ${ROUNDS} rounds`);
}

/** Positions for what has been accepted and has ended: a few items in a beat, as most beats have. */
export async function walkOrder({ installation: { ctx }, database }: Site): Promise<void> {
  // autovacuum does so long before as many have got their positions as here
  await database.ask("VACUUM sequenced");
  await orderNow(ctx);
  const before = await readLastPosition(ctx.db);
  await listItems(ctx.db, before - 10, before);
}

/** The same where an order log decides: a beat is made of what the register has, and replayed. */
export async function walkReplay({ installation: { ctx }, database }: Site): Promise<void> {
  await database.ask("VACUUM sequenced");
  await database.ask("UPDATE sequencer_latest SET store = 'etcd'");
  const register = await readRegister(ctx.db, true);
  const node = { writer: "x", incarnation: "x/1", handsOver: false };
  if (!(await replayBeat(ctx.db, nextBeat(register, node, "x", TIMING)))?.given)
    throw new Error("the beat was not replayed, or nothing waited");
  await database.ask("UPDATE sequencer_latest SET store = 'postgres'");
}

/** What each worker does all the time: takes the next row or one that it knows to be due, keeps it, gives it back. */
export async function walkLeases({ installation: { ctx } }: Site): Promise<void> {
  await findFirstDue(ctx.db, LEASED);
  for (const leased of LEASED) {
    const next = await takeNextLease(ctx.db, leased, { owner: OWNER, ...LEASE });
    const [due] = await listDue(ctx.db, leased, 50);
    const found = due && (await takeLease(ctx.db, leased, { id: due.id, owner: OWNER, ...LEASE }));
    for (const lease of [next, due && found && { ...found, id: due.id }]) {
      if (!lease) continue;
      await renewLeases(ctx.db, leased, [lease], LEASE);
      await releaseLease(ctx.db, leased, { ...lease, dueInMs: 86_400_000 });
    }
  }
}

/** The console's pages, as an admin and as the depositor of one collection see them. */
export async function walkPages({ installation: { ctx } }: Site, batchIds: readonly string[]): Promise<void> {
  const shelf = { id: "shelf-7", slug: "shelf-7", laneId: "shelf-7", profileVersionId: "shelf-7" };
  await lookAround({ ...ctx, actor: await makePerson(ctx.db, "admin") }, batchIds);
  await lookAround({ ...ctx, actor: await makePerson(ctx.db, "depositor", [shelf]) }, []);
}

/** What the overview reads besides the lists that other pages have. */
async function lookAtOverview(ctx: Context): Promise<void> {
  await listIncidents(ctx);
  await listSlowLanes(ctx.db, 10);
  await listWaiting(ctx.db, MOST_COUNTED);
  await findLatestFindings(ctx.db, MOST_COUNTED);
  await listFigures(ctx.db, 24, 1);
}

async function lookAround(ctx: Context, batchIds: readonly string[]): Promise<void> {
  const { BatchQuery, JobQuery, EventQuery, ObjectQuery, PageQuery } = requests;
  const search = { q: "no such words" };
  for (const given of [{}, { state: "Pending" }, { state: "Completed" }, { collection: "shelf-7" }, search])
    await listBatches(ctx, BatchQuery.parse(given));
  for (const given of [{}, { state: "Failed" }, { state: "Pending" }, { collection: "shelf-7" }, search])
    await listJobs(ctx, JobQuery.parse(given));
  for (const given of [{}, { cursor: "5000" }]) await listEvents(ctx, EventQuery.parse(given));
  await listObjects(ctx, ObjectQuery.parse({}));
  await listObjects(ctx, ObjectQuery.parse({ collection: "shelf-7" }));
  await listLanes(ctx, LaneQuery.parse({}));
  await readFeed(ctx, { after: BEGINNING, limit: 1_000 });
  await getLane(ctx, ctx.actor.role === "admin" ? "lane-8" : "shelf-7");
  if (ctx.actor.role === "admin") await listMails(ctx, PageQuery.parse({}));
  if (ctx.actor.role === "admin") await lookAtOverview(ctx);
  for (const batchId of batchIds) {
    await getBatch(ctx, batchId);
    await listEvents(ctx, EventQuery.parse({ batch: batchId }));
    const { items } = await listJobs(ctx, JobQuery.parse({ batch: batchId }));
    for (const { id } of items) {
      const { objectId } = await getJob(ctx, id);
      await listEvents(ctx, EventQuery.parse({ job: id }));
      await listJobFiles(ctx, { jobId: id, limit: 50 });
      if (objectId) await getObject(ctx, objectId);
    }
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canMoveBatch } from "../../core/batch/states.ts";
import { readLocalIds } from "../../core/identifier/local-ids.ts";
import { getBatch } from "../../operations/batch/get.ts";
import { loadJob } from "../../prisma/store/job/load.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { releaseLease, takeLease, takeNextLease } from "../../prisma/store/lease.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { batchOfFiles } from "../pipeline/manifests.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type DueWork, openDueWork } from "./due-work.ts";

/**
 * What the integration tests of mrt-zk assert (spec/zk_spec.rb, ZKTestIT.java), asked of this product; each name begins
 * with the scenario, and what differs here is said beside it. T10 to T13 are in tests/pipeline/merritt-recovery.db.test.ts, T16
 * (the access queue) is no part of the product.
 */

const MISSING = "bid-00000000-0000-4000-8000-000000000000";
const due = { dueAt: new Date(0), turnAt: new Date(0) } as const;

let source: HostileSource;
let installation: Installation;
let work: DueWork;

beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({ settings: { privateSources: [source.host] } });
  work = await openDueWork(installation.workerEnv);
});
afterAll(async () => {
  await work.close();
  await installation.end();
  await source.close();
});

const db = () => installation.ctx.db;
const stateOf = async (id: string) => (await db().batch.findUniqueOrThrow({ where: { id } })).state;
const take = (id: string, owner = "one", leaseMs = 60_000) => takeLease(db(), "job", { id, owner, leaseMs });

describe("batches", () => {
  // the message of a new batch is "" there and null here
  it("T1 a new batch is Pending without a message and found by its id; an unknown id is refused", async () => {
    const batchId = await installation.deposit("hello", { filename: "t1.txt", type: "file" });
    const view = await getBatch(installation.ctx, batchId);
    expect(view).toMatchObject({ id: batchId, state: "Pending", fault: null });
    await expect(getBatch(installation.ctx, MISSING)).rejects.toMatchObject({ code: "not_found" });
    await work.all();
  });

  // There a client that closes its session lets go of its lock at once; here a lease ends at its time, since the holder
  // may only be slow, and its fence makes whatever it writes later void.
  it("T2 a lease given back leaves nothing; one of a worker that is gone ends at its time; one that is held stays", async () => {
    const batchId = await makeBatch(db(), await makeCollection(db()));
    const [left, gone, held] = [
      await makeJob(db(), batchId, "Pending", due),
      await makeJob(db(), batchId, "Pending", due),
      await makeJob(db(), batchId, "Pending", due),
    ];
    const lease = await take(left);
    await releaseLease(db(), "job", { id: left, fence: lease?.fence ?? 0n, dueInMs: 0 });
    expect(await db().job.findUniqueOrThrow({ where: { id: left } })).toMatchObject({
      leaseOwner: null,
      leaseUntil: null,
    });
    await take(gone, "one", 1);
    await take(held);
    await sleep(20);
    expect(await take(gone, "two")).toMatchObject({ fence: 2n });
    expect(await take(held, "two")).toBeUndefined();
    await db().job.deleteMany({ where: { batchId } });
  });

  // There any two batches are taken one after the other; here those of one lane wait for each other unless it is
  // unordered, so its width is what two takers share.
  it("T3 of two batches the first accepted is begun first; a third look finds none", async () => {
    const lane = await db().lane.findFirstOrThrow({ where: { serviceId: "maps" } });
    await db().lane.update({ where: { id: lane.id }, data: { ordering: "unordered", width: 2 } });
    const first = await installation.deposit("one", { filename: "t3-1.txt", type: "file" });
    const second = await installation.deposit("two", { filename: "t3-2.txt", type: "file" });
    expect(await work.one("lane")).toBe(lane.id);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["Processing", "Processing"]);
    const begun = await db().event.findMany({
      where: { batchId: { in: [first, second] }, to: "Processing" },
      orderBy: { id: "asc" },
    });
    expect(begun.map(({ batchId }) => batchId)).toEqual([first, second]);
    expect(await work.one("lane")).toBeUndefined();
    await db().lane.update({ where: { id: lane.id }, data: { ordering: "serial", width: 1 } });
    await work.all();
  });

  // There the batch is Reporting while its jobs run, here Processing: the seed's use cases. A Completed batch can be
  // deleted there, here it stays.
  it("T9 a batch waits for its last job, reports once and is Completed", async () => {
    for (const name of ["a", "b"]) source.serve(`/t9-${name}`, { kind: "file", body: name });
    const rows = ["a", "b"].map((name) => ({ url: source.url(`/t9-${name}`), name }));
    const batchId = await installation.deposit(batchOfFiles(rows), { filename: "t9.checkm" });
    await work.one("lane");
    expect(await work.one("batch")).toBe(batchId);
    await work.one("job");
    expect(await work.one("batch")).toBeUndefined();
    expect(await stateOf(batchId)).toBe("Processing");
    await work.one("job");
    expect(await work.one("batch")).toBe(batchId);
    expect(await getBatch(installation.ctx, batchId)).toMatchObject({
      state: "Completed",
      jobs: { Completed: 2 },
      reports: [{ number: 1, outcome: "OK" }],
    });
    expect(await work.one("batch")).toBeUndefined();
    expect(canMoveBatch("Completed", "Deleted", "person")).toBe(false);
  });

  it("T17 a batch is found by its id, an unknown one is not", async () => {
    const batchId = await makeBatch(db(), await makeCollection(db()));
    expect(await getBatch(installation.ctx, batchId)).toMatchObject({ id: batchId });
    await expect(getBatch(installation.ctx, MISSING)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("jobs", () => {
  // There every job made by hand has priority 5; here it follows from the batch, and one job alone gives 5.
  it("T4 a new job is Pending with priority 5, no space, no state behind it and no retry", async () => {
    const batchId = await installation.deposit("hello", { filename: "t4.txt", type: "file" });
    await work.one("lane");
    await work.one("batch");
    expect(await db().job.findMany({ where: { batchId } })).toMatchObject([
      {
        state: "Pending",
        priority: 5,
        spaceNeeded: 0n,
        lastSuccessfulState: null,
        retryCount: 0,
        ordinal: 1,
      },
    ]);
    expect(await getBatch(installation.ctx, batchId)).toMatchObject({ jobs: { Pending: 1 } });
    await work.all();
  });

  // There last_successful becomes Pending; here nothing has been done in Pending that a resume could skip.
  it("T5 Pending goes to Estimating, also for a job that is read again first", async () => {
    const batchId = await makeBatch(db(), await makeCollection(db()));
    for (const isReadAgain of [false, true]) {
      const jobId = await makeJob(db(), batchId, "Pending", due);
      const lease = await take(jobId);
      if (isReadAgain) await loadJob(db(), jobId);
      const fence = lease?.fence ?? 0n;
      await moveJob(db(), {
        jobId,
        from: "Pending",
        to: "Estimating",
        by: "worker",
        actor: "Waybill",
        fence,
      });
      const job = await db().job.findUniqueOrThrow({ where: { id: jobId } });
      expect(job).toMatchObject({ state: "Estimating", lastSuccessfulState: null, leaseOwner: "one" });
    }
    await db().job.deleteMany({ where: { batchId } });
  });

  it("T6 a job that one worker has is not given to a second", async () => {
    const batchId = await makeBatch(db(), await makeCollection(db()));
    const jobId = await makeJob(db(), batchId, "Pending", due);
    const next = (owner: string) => takeNextLease(db(), "job", { owner, leaseMs: 60_000 });
    expect(await next("one")).toMatchObject({ id: jobId });
    expect(await next("two")).toBeUndefined();
    await db().job.deleteMany({ where: { batchId } });
  });

  // The order is by turn, which a priority point moves by ten seconds (docs/reference/states.md, "Priority").
  it("T7 of jobs with the priorities 5, 2 and 5 the 2 is taken first", async () => {
    const made: string[] = [];
    for (const priority of [5, 2, 5]) {
      const { slug } = await makeCollection(db(), { settings: { priority } });
      made.push(
        await installation.deposit(`t7 ${made.length}`, {
          collection: slug,
          filename: "t7.txt",
          type: "file",
        }),
      );
    }
    while ((await work.one("lane")) ?? (await work.one("batch")));
    const taken = await takeNextLease(db(), "job", { owner: "one", leaseMs: 60_000 });
    const job = await db().job.findUniqueOrThrow({ where: { id: taken?.id ?? "" } });
    expect(job).toMatchObject({ batchId: made[1], priority: 2 });
    await releaseLease(db(), "job", { id: job.id, fence: taken?.fence ?? 0n, dueInMs: 0 });
    await work.all();
  });

  // There the storage service and the inventory read manifest_url and mode from the queue; here what was stored is the
  // step `store`, and what was entered the inventory's own rows. One edge less: Storing is a step of Processing. A
  // Completed job can be deleted there; here it stays, since its object does.
  it("T8 a job goes through all its states, and what was stored and entered is kept", async () => {
    const batchId = await installation.deposit("eight", { filename: "t8.txt", type: "file" });
    await work.all();
    const [job] = await db().job.findMany({ where: { batchId } });
    const moves = await db().event.findMany({
      where: { jobId: job?.id ?? "", kind: "job.moved" },
      orderBy: { id: "asc" },
    });
    expect(moves.map(({ from, to }) => `${from} > ${to}`)).toEqual([
      "Pending > Estimating",
      "Estimating > Provisioning",
      "Provisioning > Downloading",
      "Downloading > Processing",
      "Processing > Recording",
      "Recording > Notify",
      "Notify > Completed",
    ]);
    const step = await db().stepResult.findFirstOrThrow({ where: { ownerId: job?.id ?? "", step: "store" } });
    expect(step.result).toMatchObject({ ark: job?.ark, version: 1 });
    expect(await db().objectVersion.count({ where: { jobId: job?.id ?? "" } })).toBe(1);
    expect(await getBatch(installation.ctx, batchId)).toMatchObject({ jobs: { Completed: 1 } });
    await expect(
      moveJob(db(), {
        jobId: job?.id ?? "",
        from: "Completed",
        to: "Deleted",
        by: "person",
        actor: "Ada",
      }),
    ).rejects.toMatchObject({ code: "illegal_move" });
  });

  // The erc_ fields of the design are creator, title and date here; payload_type is the job's payload.
  it("T14 what a deposit says comes back from its job", async () => {
    source.serve("/t14", { kind: "file", body: "fourteen" });
    const manifest = batchOfFiles([
      { url: source.url("/t14"), name: "fourteen.txt", size: 8, title: "Fourteen", localId: "g;h" },
    ]);
    const batchId = await installation.deposit(manifest, {
      filename: "t14.checkm",
      responseForm: "xml",
      creator: "Ada",
      date: "2026",
    });
    await work.one("lane");
    await work.one("batch");
    const [{ id: jobId } = { id: "" }] = await db().job.findMany({ where: { batchId } });
    expect(await loadJob(db(), jobId)).toMatchObject({
      collection: "maps",
      submitter: "Tester",
      payload: "file",
      payloadUrl: source.url("/t14"),
      localIds: ["g", "h"],
      creator: "Ada",
      title: "Fourteen",
      date: "2026",
    });
    expect(await db().batch.findUniqueOrThrow({ where: { id: batchId } })).toMatchObject({
      responseForm: "xml",
    });
    expect(readLocalIds(["g", "h"].join(";"))).toEqual(["g", "h"]);
    await work.all();
  });
});

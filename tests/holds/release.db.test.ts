import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { listDue } from "../../prisma/store/lease/due.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { codeOf, type HoldWorld, holdWorld, workLaneNow, workPending } from "./hold-world.ts";

let world: HoldWorld;
let ctx: Context;
beforeAll(async () => {
  world = await holdWorld();
  ctx = world.asOperator;
});
afterAll(() => world.end());

const reason = "disks are moved";
const MOST_MS = 5_000;

it("10,000 held jobs go on in under 5 s, each with an event, in their order", async () => {
  const { db } = ctx;
  const collection = await makeCollection(db);
  const batchId = await makeBatch(db, collection, "Processing");
  const count = 10_000;
  const made = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, local_ids, turn_at)
    SELECT 'jid-' || gen_random_uuid(), ${batchId}, place, 'Held', 'file', place || '.tif', 97, 'Ada', '{}',
      '2026-01-01'::timestamptz + place * interval '250 ms'
    FROM generate_series(1, ${count}::int) AS place
    RETURNING id`;
  const ids = made.map(({ id }) => id);
  const other = await makeJob(db, await makeBatch(db, await makeCollection(db), "Processing"), "Held");
  await placeHold(ctx, { on: "collection", id: collection.slug, reason });
  const began = performance.now();
  await releaseHold(ctx, { on: "collection", id: collection.slug });
  const tookMs = performance.now() - began;
  console.log(`${count} jobs released in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(MOST_MS);
  expect(await db.job.count({ where: { batchId, state: "Estimating" } })).toBe(count);
  const told = await db.$queryRaw<{ jobId: string }[]>`
    SELECT job_id AS "jobId" FROM event WHERE batch_id = ${batchId} AND kind = 'job.moved' ORDER BY id`;
  expect(told.map(({ jobId }) => jobId)).toEqual(ids);
  const next = await listDue(db, "job", count);
  expect(next.map(({ id }) => id)).toEqual(ids);
  expect((await db.job.findUniqueOrThrow({ where: { id: other } })).state).toBe("Held");
}, 60_000);

it("many held batches of one collection begin in the order they were accepted", async () => {
  const { db } = ctx;
  const collection = await makeCollection(db);
  await db.lane.update({ where: { id: collection.laneId }, data: { ordering: "unordered", width: 3 } });
  const ids: string[] = [];
  for (let made = 0; made < 12; made += 1) ids.push(await makeBatch(db, collection, "Pending"));
  await placeHold(ctx, { on: "collection", id: collection.slug, reason });
  for (let turn = 0; turn < 5; turn += 1) await workLaneNow(ctx, collection.laneId);
  expect(await db.batch.count({ where: { laneId: collection.laneId, state: "Held" } })).toBe(12);
  await releaseHold(ctx, { on: "collection", id: collection.slug });
  const { laneId } = collection;
  const waiting = await db.batch.count({
    where: { laneId, state: "Processing", submitted: false, submissionStatus: null, dueAt: null },
  });
  expect(waiting).toBe(12);
  for (let begun = 3; begun <= 12; begun += 3) {
    await workLaneNow(ctx, laneId);
    const inFlight = await db.batch.findMany({
      where: { laneId, submissionStatus: "Pending", dueAt: { not: null } },
      orderBy: { laneSeq: "asc" },
    });
    expect(inFlight.map(({ id }) => id)).toEqual(ids.slice(begun - 3, begun));
    for (const { id: batchId } of inFlight) {
      const by = { batchId, by: "worker", actor: "Waybill" } as const;
      await moveBatch(db, { ...by, from: "Processing", to: "Reporting" });
      await moveBatch(db, { ...by, from: "Reporting", to: "Completed" });
    }
  }
});

it("a hold that is placed and released while workers come to the jobs leaves none behind", async () => {
  const { db } = ctx;
  const collection = await makeCollection(db);
  const batchId = await makeBatch(db, collection, "Processing");
  const jobs: string[] = [];
  for (let made = 0; made < 60; made += 1)
    jobs.push(await makeJob(db, batchId, "Pending", { dueAt: new Date(0) }));
  const acts = async () => {
    for (let round = 0; round < 10; round += 1) {
      await placeHold(ctx, { on: "collection", id: collection.slug, reason });
      if (round % 3 === 0) await codeOf(placeHold(ctx, { on: "batch", id: batchId, reason }));
      await releaseHold(ctx, { on: "collection", id: collection.slug });
      await db.$executeRaw`UPDATE job SET state = 'Pending', due_at = now() WHERE batch_id = ${batchId} AND ordinal % 7 = ${round} AND state = 'Estimating'`;
    }
  };
  const workers = [0, 1, 2].map(async (worker) => {
    for (let round = 0; round < 3; round += 1)
      for (const jobId of jobs.filter((_, place) => place % 3 === worker))
        await workPending(ctx, jobId).catch((error: { code?: string }) => {
          if (error.code !== "stale_state") throw error;
        });
  });
  await Promise.all([acts(), ...workers]);
  const batch = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
  const held = await db.job.count({ where: { batchId, state: "Held" } });
  if (batch.heldAt === null) expect(held).toBe(0);
  await codeOf(releaseHold(ctx, { on: "batch", id: batchId }));
  expect(await db.job.count({ where: { batchId, state: "Held" } })).toBe(0);
}, 60_000);

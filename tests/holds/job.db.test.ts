import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getJob } from "../../operations/job/get.ts";
import { listJobs } from "../../operations/job/list.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { auditsOf, codeOf, type HoldWorld, holdWorld, workPending } from "./hold-world.ts";

let world: HoldWorld;
let ctx: Context;
beforeAll(async () => {
  world = await holdWorld();
  ctx = world.asOperator;
});
afterAll(() => world.end());

const reason = "a box is missing";
const due = { dueAt: new Date(0) };

describe("a job's hold", () => {
  it("takes a Pending job to Held, whatever worker has it, and back with the turn it had", async () => {
    const { db } = ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing");
    const turnAt = new Date("2026-01-01T00:00:00Z");
    const jobId = await makeJob(db, batchId, "Pending", {
      dueAt: new Date(),
      turnAt,
      leaseOwner: "w",
      leaseUntil: new Date("2200-01-01"),
    });
    const view = await placeHold(ctx, { on: "job", id: jobId, reason });
    expect(view).toMatchObject({ state: "Held", held: { reason, until: null }, holdAct: "release" });
    expect(view.waitReason).toMatch(/^The job is held by operator .* since .* UTC: a box is missing\.$/);
    expect(view.waitPieces?.[1]).toMatchObject({ at: view.held?.at });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
      dueAt: null,
      leaseOwner: null,
    });
    const listed = await listJobs(ctx, { batch: batchId, state: "Held", limit: 50 });
    expect(listed.items).toMatchObject([{ id: jobId, waitReason: view.waitReason }]);
    expect(await codeOf(placeHold(ctx, { on: "job", id: jobId, reason }))).toBe("already_held");
    await releaseHold(ctx, { on: "job", id: jobId, reason: "found" });
    const row = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(row).toMatchObject({
      state: "Estimating",
      turnAt,
      dueAt: expect.any(Date),
      heldAt: null,
      heldBy: null,
      heldReason: null,
      retryCount: 0,
    });
    expect(await codeOf(releaseHold(ctx, { on: "job", id: jobId }))).toBe("not_held");
    expect(await auditsOf(ctx, jobId)).toMatchObject([
      {
        action: "job.hold",
        reason,
        before: { held: false, state: "Pending" },
        after: { held: true, state: "Held", by: world.operator.name },
      },
      {
        action: "job.release",
        reason: "found",
        before: { held: true },
        after: { held: false, state: "Estimating" },
      },
    ]);
  });

  it.each(["Estimating", "Downloading", "Notify", "Completed", "Failed", "Deleted"] as const)(
    "is refused in %s, with what can be done",
    async (state) => {
      const batchId = await makeBatch(ctx.db, await makeCollection(ctx.db), "Processing");
      const jobId = await makeJob(ctx.db, batchId, state);
      const refused = await placeHold(ctx, { on: "job", id: jobId, reason }).catch((error: Error) => error);
      expect(refused).toMatchObject({ code: "not_holdable", message: expect.stringContaining(state) });
      expect((await getJob(ctx, jobId)).holdAct).toBeNull();
      expect(await auditsOf(ctx, jobId)).toEqual([]);
    },
  );

  it("outlives its collection's and its batch's", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection, "Processing");
    const [jobId, sibling] = [
      await makeJob(db, batchId, "Pending", due),
      await makeJob(db, batchId, "Pending", due),
    ];
    await placeHold(ctx, { on: "collection", id: collection.slug, reason: "disks are moved" });
    expect(await workPending(ctx, jobId)).toBe("Held");
    expect(await workPending(ctx, sibling)).toBe("Held");
    await placeHold(ctx, { on: "job", id: jobId, reason });
    expect(await codeOf(releaseHold(ctx, { on: "job", id: jobId }))).toBe("collection_held");
    await releaseHold(ctx, { on: "collection", id: collection.slug, reason: "disks are back" });
    expect((await getJob(ctx, jobId)).state).toBe("Held");
    expect((await getJob(ctx, sibling)).state).toBe("Estimating");
    const [event] = await db.event.findMany({ where: { jobId: sibling, to: "Estimating" } });
    expect(event?.reason).toBe("The collection's hold was released: disks are back.");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBatch } from "../../operations/batch/get.ts";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getJob } from "../../operations/job/get.ts";
import { getLane } from "../../operations/lane/get.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { makeLaneScene, makeStanding } from "../factories/lane-scene.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import {
  auditsOf,
  codeOf,
  type HoldWorld,
  holdWorld,
  standingOf,
  workLaneNow,
  workPending,
} from "./hold-world.ts";

let world: HoldWorld;
let ctx: Context;
beforeAll(async () => {
  world = await holdWorld();
  ctx = world.asOperator;
});
afterAll(() => world.end());

const reason = "a box is missing";
const due = { dueAt: new Date(0) };

describe("a batch's hold", () => {
  it("takes a Pending batch to Held at once; it stands as one whose collection was held, and stops its serial lane", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const other = await makeCollection(db, { held: { at: new Date(), by: "O", reason: "moved" } });
    const [first, second] = [
      await makeBatch(db, collection, "Pending"),
      await makeBatch(db, collection, "Pending"),
    ];
    const byCollection = await makeBatch(db, other, "Pending");
    await workLaneNow(ctx, other.laneId);

    const view = await placeHold(ctx, { on: "batch", id: first, reason });
    expect(view).toMatchObject({
      state: "Held",
      held: { by: world.operator.name, reason, until: null },
      holdAct: "release",
    });
    expect(view.whereIsIt).toMatch(/^Held by operator .{4} since .* UTC: a box is missing\.$/);
    expect(view.whereIsItPieces[1]).toMatchObject({ at: view.held?.at });
    const { waitReason, ...standing } = await standingOf(ctx, first);
    const { waitReason: _, ...handedOver } = await standingOf(ctx, byCollection);
    expect(standing).toEqual(handedOver);
    expect(waitReason).toBe(`${world.operator.name} holds it: ${reason}`);

    await workLaneNow(ctx, collection.laneId);
    expect((await standingOf(ctx, second)).state).toBe("Pending");
    const lane = await getLane(ctx, `lane-${collection.slug}`);
    expect(lane.why).toMatchObject({ cause: "batch_held" });
    expect(lane.why.sentence).toMatch(
      new RegExp(`^The first batch is held by ${world.operator.name} since .*: a box is missing\\.`),
    );

    await releaseHold(ctx, { on: "batch", id: first, reason: "found" });
    expect(await standingOf(ctx, first)).toMatchObject({
      state: "Processing",
      submitted: false,
      submissionStatus: null,
      isDue: false,
    });
    await workLaneNow(ctx, collection.laneId);
    expect(await standingOf(ctx, first)).toMatchObject({ submissionStatus: "Pending", isDue: true });
    expect(await auditsOf(ctx, first)).toMatchObject([
      {
        action: "batch.hold",
        actor: world.operator.name,
        reason,
        before: { held: false, state: "Pending" },
        after: { held: true, state: "Held", reason },
      },
      {
        action: "batch.release",
        reason: "found",
        before: { held: true, state: "Held", reason },
        after: { held: false, state: "Processing" },
      },
    ]);
    const events = await db.event.findMany({ where: { batchId: first }, orderBy: { id: "asc" } });
    expect(events.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      ["Pending", "Held", world.operator.name],
      ["Held", "Processing", world.operator.name],
      ["submitting", "Pending", "Waybill"],
    ]);
  });

  it("takes a batch that waits for working storage out of its delay", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection, "Pending");
    await workLaneNow(ctx, collection.laneId, false);
    expect(await standingOf(ctx, batchId)).toMatchObject({ state: "Pending", submissionStatus: "Delayed" });
    await placeHold(ctx, { on: "batch", id: batchId, reason });
    expect(await standingOf(ctx, batchId)).toMatchObject({
      state: "Held",
      submitted: false,
      submissionStatus: null,
      delayedUntil: null,
    });
    await releaseHold(ctx, { on: "batch", id: batchId });
    await workLaneNow(ctx, collection.laneId);
    expect(await standingOf(ctx, batchId)).toMatchObject({
      state: "Processing",
      submissionStatus: "Pending",
    });
  });

  it("stops the jobs that have not begun, also those made later, and releases exactly those, in order", async () => {
    const { db } = ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing");
    const turn = (second: number) => ({ ...due, turnAt: new Date(second * 1000) });
    const running = await makeJob(db, batchId, "Downloading", turn(1));
    const waiting = [
      await makeJob(db, batchId, "Pending", turn(2)),
      await makeJob(db, batchId, "Pending", turn(3)),
    ];
    const own = await makeJob(db, batchId, "Pending", turn(4));
    await placeHold(ctx, { on: "job", id: own, reason: "its scan is bad" });
    const view = await placeHold(ctx, { on: "batch", id: batchId, reason });
    expect(view.state).toBe("Processing");
    const later = await makeJob(db, batchId, "Pending", turn(5));
    for (const jobId of [...waiting, later]) expect(await workPending(ctx, jobId)).toBe("Held");
    const [first = ""] = waiting;
    expect((await getJob(ctx, first)).waitReason).toMatch(/^The batch is held by .*: a box is missing\.$/);
    expect((await getBatch(ctx, batchId)).whereIsIt).toContain("4 held. Held by");
    expect(await codeOf(releaseHold(ctx, { on: "job", id: first }))).toBe("batch_held");

    await releaseHold(ctx, { on: "batch", id: batchId });
    const jobs = await db.job.findMany({ where: { batchId }, orderBy: { turnAt: "asc" } });
    expect(jobs.map(({ id, state }) => [id, state])).toEqual([
      [running, "Downloading"],
      ...waiting.map((id) => [id, "Estimating"]),
      [own, "Held"],
      [later, "Estimating"],
    ]);
    const moves = await db.event.findMany({ where: { batchId, to: "Estimating" }, orderBy: { id: "asc" } });
    expect(moves.map(({ jobId }) => jobId)).toEqual([...waiting, later]);
    expect((await getJob(ctx, own)).waitReason).toMatch(/^The job is held by .*: its scan is bad\.$/);
    await releaseHold(ctx, { on: "job", id: own });
    expect((await getJob(ctx, own)).state).toBe("Estimating");
  });

  it("ends with its last job", async () => {
    const { db } = ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing");
    await placeHold(ctx, { on: "batch", id: batchId, reason });
    await moveBatch(db, { batchId, from: "Processing", to: "Reporting", by: "worker", actor: "Waybill" });
    expect((await getBatch(ctx, batchId)).held).toBeNull();
    expect(await codeOf(releaseHold(ctx, { on: "batch", id: batchId }))).toBe("not_held");
  });

  it.each(["untouched", "delayed", "unknown", "pending", "refusedByLane", "committed"] as const)(
    "of a ledger's batch that is %s",
    async (standing) => {
      const { batchId, laneId } = await makeStanding(ctx.db, standing);
      const before = await standingOf(ctx, batchId);
      const code = await codeOf(placeHold(ctx, { on: "batch", id: batchId, reason }));
      expect(code).toBe(standing === "untouched" ? "done" : "not_holdable");
      if (standing !== "untouched") return expect(await standingOf(ctx, batchId)).toEqual(before);
      await releaseHold(ctx, { on: "batch", id: batchId });
      expect(await standingOf(ctx, batchId)).toMatchObject({
        state: "Processing",
        submitted: false,
        submissionStatus: null,
      });
      expect((await ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } })).dueAt).not.toBeNull();
    },
  );

  it("keeps a batch Held that its collection stopped, when that is released", async () => {
    const { db } = ctx;
    const { collection, add } = await makeLaneScene(db, { ordering: "unordered", width: 4 });
    await placeHold(ctx, { on: "collection", id: collection.slug, reason: "disks are moved" });
    const [stays, goes] = [
      await add("Held", { kind: "SingleFile", waitReason: "The collection is held: disks are moved" }),
      await add("Held", { kind: "SingleFile" }),
    ];
    await placeHold(ctx, { on: "batch", id: stays, reason });
    const refused = await releaseHold(ctx, { on: "batch", id: goes }).catch((error: Error) => error);
    expect(refused).toMatchObject({
      code: "collection_held",
      message: expect.stringMatching(
        /^The collection is held by operator .* since .*: disks are moved\. Release that hold first/,
      ),
    });
    expect(await codeOf(releaseHold(ctx, { on: "batch", id: stays }))).toBe("collection_held");
    await releaseHold(ctx, { on: "collection", id: collection.slug });
    expect(await standingOf(ctx, stays)).toMatchObject({
      state: "Held",
      waitReason: `${world.operator.name} holds it: ${reason}`,
    });
    expect((await standingOf(ctx, goes)).state).toBe("Processing");
    await releaseHold(ctx, { on: "batch", id: stays });
    expect((await standingOf(ctx, stays)).state).toBe("Processing");
  });

  it("is placed once and released once", async () => {
    const { db } = ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing");
    const codes = async (acts: readonly Promise<unknown>[]) => (await Promise.all(acts.map(codeOf))).sort();
    const hold = () => placeHold(ctx, { on: "batch", id: batchId, reason });
    expect(await codes([hold(), hold(), hold()])).toEqual(["already_held", "already_held", "done"]);
    const release = () => releaseHold(ctx, { on: "batch", id: batchId });
    expect(await codes([release(), release(), release()])).toEqual(["done", "not_held", "not_held"]);
    expect(await auditsOf(ctx, batchId)).toHaveLength(2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STANDARD_OWNER } from "../../core/identifier/local-id-scope.ts";
import { getBatch } from "../../operations/batch/get.ts";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getLane } from "../../operations/lane/get.ts";
import { skipBatch } from "../../operations/lane/skip.ts";
import { wakeForgottenRow } from "../../prisma/store/check/rows.ts";
import { findEarlier } from "../../prisma/store/job/earlier.ts";
import { makeJob } from "../factories/make-job.ts";
import { type HoldWorld, holdWorld, standingOf, workLaneNow } from "./hold-world.ts";
import { endBatch, repositoryLine } from "./repository-line.ts";

let world: HoldWorld;
let ctx: Context;
beforeAll(async () => {
  world = await holdWorld();
  ctx = world.asOperator;
});
afterAll(() => world.end());

const reason = "a box is missing";
const WAITS = { state: "Processing", submitted: false, submissionStatus: null, isDue: false };
const BEGUN = { state: "Processing", submitted: true, submissionStatus: "Pending", isDue: true };
const IN_LINE = { state: "Pending", submitted: false, submissionStatus: null };

async function holdAndRelease(batchId: string): Promise<void> {
  await placeHold(ctx, { on: "batch", id: batchId, reason });
  await releaseHold(ctx, { on: "batch", id: batchId });
}

const standings = async (ids: readonly string[]) => Promise.all(ids.map((id) => standingOf(ctx, id)));

describe("a released batch of a serial lane", () => {
  it("takes its place again behind those before it, and goes when its turn comes", async () => {
    const { laneId, ids } = await repositoryLine(ctx.db, 4);
    const [first = "", second = "", third = "", fourth = ""] = ids;
    await holdAndRelease(third);
    expect(await standings(ids)).toMatchObject([IN_LINE, IN_LINE, WAITS, IN_LINE]);
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([BEGUN, IN_LINE, WAITS, IN_LINE]);
    await endBatch(ctx.db, first);
    await workLaneNow(ctx, laneId);
    expect(await standings([second, third, fourth])).toMatchObject([BEGUN, WAITS, IN_LINE]);
    await endBatch(ctx.db, second);
    await workLaneNow(ctx, laneId);
    expect(await standings([third, fourth])).toMatchObject([BEGUN, IN_LINE]);
    expect(await ctx.db.attempt.count({ where: { batchId: third, outcome: "accepted" } })).toBe(1);
    await endBatch(ctx.db, third);
    await workLaneNow(ctx, laneId);
    expect(await standings([fourth])).toMatchObject([BEGUN]);
  });

  it("does not go beside one that is in flight, nor is it woken as forgotten", async () => {
    const { laneId, ids } = await repositoryLine(ctx.db, 3);
    const [, , third = ""] = ids;
    await workLaneNow(ctx, laneId);
    await holdAndRelease(third);
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([BEGUN, IN_LINE, WAITS]);
    await ctx.db.batch.update({ where: { id: third }, data: { stateAt: new Date(0) } });
    expect(await wakeForgottenRow(ctx.db, "batch", third, 1_000)).toBe(false);
    const view = await getBatch(ctx, third);
    expect(view.whereIsIt).toContain("Waiting in line: 2 deposits before yours in this lane");
  });

  it("released at the front goes first, with its collection or alone", async () => {
    const { laneId, slug, ids } = await repositoryLine(ctx.db, 3);
    const [first = ""] = ids;
    await placeHold(ctx, { on: "collection", id: slug, reason });
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([{ state: "Held" }, IN_LINE, IN_LINE]);
    await releaseHold(ctx, { on: "collection", id: slug });
    expect(await standings([first])).toMatchObject([WAITS]);
    // nobody works the lanes of this test but the test
    expect((await getBatch(ctx, first)).whereIsIt).toBe(
      "First in line. No worker is running, so nothing moves. An operator must start one.",
    );
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([BEGUN, IN_LINE, IN_LINE]);
  });

  it("waits for the intake and for working storage as one that was never held", async () => {
    const { laneId, slug, ids } = await repositoryLine(ctx.db, 2);
    const [first = ""] = ids;
    await holdAndRelease(first);
    await placeHold(ctx, { on: "intake", reason: "the database is moved" });
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([WAITS, IN_LINE]);
    expect((await getLane(ctx, `lane-${slug}`)).why.cause).toBe("intake_held");
    expect((await getBatch(ctx, first)).whereIsIt).toMatch(/^First in line\. All new work is held by /);
    await releaseHold(ctx, { on: "intake" });
    await workLaneNow(ctx, laneId, false);
    expect(await standings(ids)).toMatchObject([
      { state: "Processing", submissionStatus: "Delayed" },
      IN_LINE,
    ]);
    await ctx.db.batch.update({ where: { id: first }, data: { delayedUntil: new Date(0) } });
    await placeHold(ctx, { on: "intake", reason: "the database is moved again" });
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([{ submitted: false, submissionStatus: "Delayed" }, IN_LINE]);
    expect((await getLane(ctx, `lane-${slug}`)).why.cause).toBe("intake_held");
    await ctx.db.lane.update({ where: { id: laneId }, data: { dueAt: null } });
    await releaseHold(ctx, { on: "intake" });
    expect((await ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } })).dueAt).not.toBeNull();
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([BEGUN, IN_LINE]);
  });

  it("may be skipped while it waits", async () => {
    const { laneId, slug, ids } = await repositoryLine(ctx.db, 2);
    const [first = "", second = ""] = ids;
    await holdAndRelease(first);
    await skipBatch(ctx, { serviceId: `lane-${slug}`, batchId: first, reason });
    expect(await standings([first])).toMatchObject([
      { state: "Reporting", submissionStatus: "Skipped", isDue: true },
    ]);
    await workLaneNow(ctx, laneId);
    expect(await standings([second])).toMatchObject([BEGUN]);
  });
});

describe("released batches of an unordered lane", () => {
  it("go as many at a time as its width has room for, the first ones first", async () => {
    const { laneId, slug, ids } = await repositoryLine(ctx.db, 6, { ordering: "unordered", width: 2 });
    await placeHold(ctx, { on: "collection", id: slug, reason });
    for (let turn = 0; turn < 3; turn += 1) await workLaneNow(ctx, laneId);
    expect(await ctx.db.batch.count({ where: { laneId, state: "Held" } })).toBe(6);
    await releaseHold(ctx, { on: "collection", id: slug });
    expect(await standings(ids)).toMatchObject(ids.map(() => WAITS));
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([BEGUN, BEGUN, WAITS, WAITS, WAITS, WAITS]);
    await endBatch(ctx.db, ids[1] ?? "");
    await workLaneNow(ctx, laneId);
    expect(await standings(ids.slice(2))).toMatchObject([BEGUN, WAITS, WAITS, WAITS]);
  });

  it("that wait for room are not waited for by jobs of those that are in flight", async () => {
    const { laneId, ids } = await repositoryLine(ctx.db, 2, { ordering: "unordered", width: 1 });
    const [first = "", second = ""] = ids;
    await placeHold(ctx, { on: "batch", id: first, reason });
    await workLaneNow(ctx, laneId);
    await releaseHold(ctx, { on: "batch", id: first });
    await workLaneNow(ctx, laneId);
    expect(await standings(ids)).toMatchObject([WAITS, BEGUN]);
    const jobId = await makeJob(ctx.db, second, "Pending", { localIds: ["any"] });
    const { collectionId } = await ctx.db.batch.findUniqueOrThrow({ where: { id: second } });
    const names = { jobId, collectionId, owner: STANDARD_OWNER, suppliedArk: null, localIds: ["any"] };
    expect(await findEarlier(ctx.db, names, "without space")).toBeUndefined();
  });
});

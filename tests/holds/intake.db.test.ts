import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBatch } from "../../operations/batch/get.ts";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { getJob } from "../../operations/job/get.ts";
import { getLane } from "../../operations/lane/get.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { makePerson } from "../factories/make-person.ts";
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

const reason = "the database is moved";
const due = { dueAt: new Date(0) };

describe("the intake's hold", () => {
  it("begins no batch of any lane, says why everywhere, and lets all go on at once when it is released", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection, "Pending");
    const empty = await makeCollection(db);
    const held = await placeHold(ctx, { on: "intake", reason });
    expect(held).toMatchObject({ held: { by: world.operator.name, reason, until: null }, mayHold: true });
    const ada = world.as(await makePerson(db, "depositor", [collection]));
    expect(await getIntake(ada)).toEqual({ held: held.held, mayHold: false });

    await workLaneNow(ctx, collection.laneId);
    expect(await standingOf(ctx, batchId)).toMatchObject({
      state: "Pending",
      submitted: false,
      submissionStatus: null,
    });
    const lane = await getLane(ctx, `lane-${collection.slug}`);
    expect(lane.why).toMatchObject({
      cause: "intake_held",
      sentence: expect.stringContaining(`held by ${world.operator.name} since`),
    });
    expect((await getBatch(ada, batchId)).whereIsIt).toMatch(
      /^First in line\. All new work is held by .*: the database is moved\.$/,
    );

    await db.lane.updateMany({ data: { dueAt: null } });
    await releaseHold(ctx, { on: "intake", reason: "it has moved" });
    const lanes = await db.lane.findMany({ where: { dueAt: { not: null } } });
    expect(lanes.map(({ id }) => id)).toEqual([collection.laneId]);
    expect(lanes.map(({ id }) => id)).not.toContain(empty.laneId);
    await workLaneNow(ctx, collection.laneId);
    expect((await standingOf(ctx, batchId)).state).toBe("Processing");
    expect(await auditsOf(ctx, "intake")).toMatchObject([
      {
        action: "intake.hold",
        reason,
        before: { held: false },
        after: { held: true, by: world.operator.name },
      },
      {
        action: "intake.release",
        reason: "it has moved",
        before: { held: true, reason },
        after: { held: false, jobs: 0, lanes: 1 },
      },
    ]);
    const events = await db.event.findMany({
      where: { kind: { startsWith: "intake." } },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ kind, reason: why }) => [kind, why])).toEqual([
      ["intake.held", reason],
      ["intake.released", "it has moved"],
    ]);
    expect(await codeOf(releaseHold(ctx, { on: "intake" }))).toBe("not_held");
  });

  it("lets Pending jobs wait where they are, not due, and wakes them with their turns; what was begun goes on", async () => {
    const { db } = ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing");
    const turnAt = new Date("2026-01-01T00:00:00Z");
    const jobId = await makeJob(db, batchId, "Pending", { ...due, turnAt });
    const begun = await makeJob(db, batchId, "Estimating", due);
    await placeHold(ctx, { on: "intake", reason });
    expect(await codeOf(placeHold(ctx, { on: "intake", reason }))).toBe("already_held");
    expect(await workPending(ctx, jobId)).toBe("waiting");
    const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(job).toMatchObject({ state: "Pending", waitCode: "intake_paused", dueAt: null, leaseOwner: null });
    // what is kept names no time; who asks is told the hold as it stands
    expect(job.waitReason).toBe("The intake is held: the database is moved.");
    const { waitReason, waitPieces } = await getJob(ctx, jobId);
    expect(waitReason).toMatch(
      /^The intake is held by .* since .* UTC: the database is moved\. Nothing new begins/,
    );
    const { heldAt, heldBy } = await db.intake.findUniqueOrThrow({ where: { id: 1 } });
    expect(waitPieces).toEqual([
      `The intake is held by ${heldBy} since `,
      { at: heldAt?.toISOString(), text: expect.stringMatching(/^[\d-]{10} \d\d:\d\d UTC$/) },
      ": the database is moved. Nothing new begins until it is released.",
    ]);
    expect((await db.job.findUniqueOrThrow({ where: { id: begun } })).dueAt).not.toBeNull();
    await releaseHold(ctx, { on: "intake" });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
      waitCode: null,
      waitReason: null,
      turnAt,
      dueAt: expect.any(Date),
    });
    expect(await workPending(ctx, jobId)).toBe("Estimating");
  });

  it("comes before the collection's: a job goes to Held for that only once the intake is open", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection, "Processing");
    const jobId = await makeJob(db, batchId, "Pending", due);
    await placeHold(ctx, { on: "collection", id: collection.slug, reason: "disks are moved" });
    await placeHold(ctx, { on: "intake", reason });
    expect(await workPending(ctx, jobId)).toBe("waiting");
    await releaseHold(ctx, { on: "intake" });
    expect(await workPending(ctx, jobId)).toBe("Held");
    await releaseHold(ctx, { on: "collection", id: collection.slug });
    expect((await getJob(ctx, jobId)).state).toBe("Estimating");
  });

  it("that is released while workers come to the jobs leaves none waiting", async () => {
    const { db } = ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing");
    const jobs: string[] = [];
    for (let made = 0; made < 40; made += 1) jobs.push(await makeJob(db, batchId, "Pending", due));
    await placeHold(ctx, { on: "intake", reason });
    const workers = [0, 1].map(async (worker) => {
      for (const jobId of jobs.filter((_, place) => place % 2 === worker)) await workPending(ctx, jobId);
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await releaseHold(ctx, { on: "intake" });
    await Promise.all(workers);
    expect(await db.job.count({ where: { batchId, state: "Pending", dueAt: null } })).toBe(0);
  });
});

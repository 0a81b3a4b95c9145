import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { getJob } from "../../operations/job/get.ts";
import { endHolds } from "../../operations/upkeep/end-holds.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { auditsOf, codeOf, type HoldWorld, holdWorld, standingOf } from "./hold-world.ts";

let world: HoldWorld;
let ctx: Context;
beforeAll(async () => {
  world = await holdWorld();
  ctx = world.asOperator;
});
afterAll(() => world.end());

const reason = "disks are moved";
const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS);
/** As if so much time had passed. */
const pass = async () => {
  const { db } = ctx;
  await db.$executeRaw`UPDATE intake SET held_until = held_until - interval '2 hours'`;
  await db.$executeRaw`UPDATE collection SET held_until = held_until - interval '2 hours'`;
  await db.$executeRaw`UPDATE batch SET held_until = held_until - interval '2 hours'`;
  await db.$executeRaw`UPDATE job SET held_until = held_until - interval '2 hours'`;
};
const ENDED = "The hold expired.";

describe("a hold with an end", () => {
  it("on each kind of thing ends by itself, as a person would release it, and says so", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const stopped = await makeBatch(db, collection, "Held");
    const [one, two] = [await makeCollection(db), await makeCollection(db)];
    const batchId = await makeBatch(db, one, "Pending");
    const jobId = await makeJob(db, await makeBatch(db, two, "Processing"), "Pending");
    const until = inAnHour();
    await placeHold(ctx, { on: "collection", id: collection.slug, reason, until });
    await placeHold(ctx, { on: "batch", id: batchId, reason, until });
    const job = await placeHold(ctx, { on: "job", id: jobId, reason, until });
    await placeHold(ctx, { on: "intake", reason, until });
    expect(job.held?.until).toBe(until.toISOString());
    expect(job.waitReason).toMatch(/ The hold ends at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(await endHolds(world.ctx)).toBe(0);
    await pass();
    expect(await endHolds(world.ctx)).toBe(4);
    expect(await endHolds(world.ctx)).toBe(0);
    expect((await getIntake(ctx)).held).toBeNull();
    expect((await standingOf(ctx, stopped)).state).toBe("Processing");
    expect((await standingOf(ctx, batchId)).state).toBe("Processing");
    expect((await getJob(ctx, jobId)).state).toBe("Estimating");
    for (const target of ["intake", collection.slug, batchId, jobId]) {
      const [, released] = await auditsOf(ctx, target);
      expect(released).toMatchObject({
        actor: "Waybill",
        reason: ENDED,
        before: { held: true, reason },
        after: { held: false },
      });
    }
    for (const where of [{ batchId: stopped }, { batchId }, { jobId }]) {
      const [event] = await db.event.findMany({ where, orderBy: { id: "desc" }, take: 1 });
      expect(event).toMatchObject({ actor: "Waybill", from: "Held", reason: ENDED });
    }
  });

  it("on a batch and a job ends while their collection is held, and they stay Held for that", async () => {
    const { db } = ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection, "Pending");
    const running = await makeBatch(db, collection, "Processing");
    const jobId = await makeJob(db, running, "Pending");
    const until = inAnHour();
    await placeHold(ctx, { on: "batch", id: batchId, reason: "a box is missing", until });
    await placeHold(ctx, { on: "job", id: jobId, reason: "a box is missing", until });
    await placeHold(ctx, { on: "collection", id: collection.slug, reason });
    await pass();
    expect(await endHolds(world.ctx)).toBe(2);
    expect(await standingOf(ctx, batchId)).toMatchObject({
      state: "Held",
      waitReason: `The collection is held: ${reason}`,
    });
    const job = await getJob(ctx, jobId);
    expect(job).toMatchObject({ state: "Held", held: null });
    expect(job.waitReason).toContain("The collection is held by");
    await releaseHold(ctx, { on: "collection", id: collection.slug });
    expect((await standingOf(ctx, batchId)).state).toBe("Processing");
    expect((await getJob(ctx, jobId)).state).toBe("Estimating");
  });

  it("is ended by one of two workers", async () => {
    const collection = await makeCollection(ctx.db);
    await placeHold(ctx, { on: "collection", id: collection.slug, reason, until: inAnHour() });
    await pass();
    const ended = await Promise.all([endHolds(world.ctx), endHolds(world.ctx)]);
    expect(ended.sort()).toEqual([0, 1]);
    expect(await auditsOf(ctx, collection.slug)).toHaveLength(2);
  });

  it("that was released and placed anew meanwhile is left alone", async () => {
    const { slug } = await makeCollection(ctx.db);
    await placeHold(ctx, { on: "collection", id: slug, reason, until: inAnHour() });
    await pass();
    await releaseHold(ctx, { on: "collection", id: slug });
    await placeHold(ctx, { on: "collection", id: slug, reason, until: inAnHour() });
    expect(await codeOf(releaseHold(world.ctx, { on: "collection", id: slug, expired: true }))).toBe(
      "not_held",
    );
    expect(await endHolds(world.ctx)).toBe(0);
  });

  it.each([
    ["now", () => new Date(), "A hold has to end in the future."],
    [
      "in two years",
      () => new Date(Date.now() + 731 * 24 * HOUR_MS),
      "A hold ends within a year, or not by itself: leave its end out.",
    ],
  ])("%s is refused and holds nothing", async (_, until, message) => {
    const { slug } = await makeCollection(ctx.db);
    const refused = await placeHold(ctx, { on: "collection", id: slug, reason, until: until() }).catch(
      (error: Error) => error,
    );
    expect(refused).toMatchObject({ code: "bad_request", message });
    expect(await auditsOf(ctx, slug)).toEqual([]);
  });
});

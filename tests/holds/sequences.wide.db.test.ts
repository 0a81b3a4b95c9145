import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { endHolds } from "../../operations/upkeep/end-holds.ts";
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

const REFUSED = ["already_held", "not_held", "not_holdable", "collection_held", "batch_held", "intake_held"];
const reason = "by the dice";

type Scene = {
  readonly slug: string;
  readonly laneId: string;
  readonly batches: readonly string[];
  readonly jobs: readonly string[];
};

/** Two batches in line, and one in progress with three jobs that have not begun. */
async function makeScene(): Promise<Scene> {
  const { db } = ctx;
  const collection = await makeCollection(db);
  const running = await makeBatch(db, collection, "Processing", {
    submitted: true,
    submissionStatus: "Committed",
  });
  const due = { dueAt: new Date(0) };
  const jobs = [
    await makeJob(db, running, "Pending", due),
    await makeJob(db, running, "Pending", due),
    await makeJob(db, running, "Pending", due),
  ];
  const batches = [
    await makeBatch(db, collection, "Pending"),
    await makeBatch(db, collection, "Pending"),
    running,
  ];
  return { slug: collection.slug, laneId: collection.laneId, batches, jobs };
}

type Step = readonly [act: (typeof ACTS)[number], place: number];
const ACTS = [
  "holdCollection",
  "releaseCollection",
  "holdBatch",
  "releaseBatch",
  "holdJob",
  "releaseJob",
  "holdIntake",
  "releaseIntake",
  "expire",
  "workLane",
  "workJob",
] as const;

async function take({ slug, laneId, batches, jobs }: Scene, [act, place]: Step): Promise<string> {
  const batchId = batches[place % batches.length] ?? "";
  const jobId = jobs[place % jobs.length] ?? "";
  const verbs: Record<Step[0], () => Promise<unknown>> = {
    holdCollection: () => placeHold(ctx, { on: "collection", id: slug, reason }),
    releaseCollection: () => releaseHold(ctx, { on: "collection", id: slug }),
    holdBatch: () =>
      placeHold(ctx, { on: "batch", id: batchId, reason, until: new Date(Date.now() + 3_600_000) }),
    releaseBatch: () => releaseHold(ctx, { on: "batch", id: batchId }),
    holdJob: () => placeHold(ctx, { on: "job", id: jobId, reason, until: new Date(Date.now() + 3_600_000) }),
    releaseJob: () => releaseHold(ctx, { on: "job", id: jobId }),
    holdIntake: () => placeHold(ctx, { on: "intake", reason }),
    releaseIntake: () => releaseHold(ctx, { on: "intake" }),
    expire: async () => {
      await ctx.db
        .$executeRaw`UPDATE batch SET held_until = now() - interval '1 s' WHERE id = ${batchId} AND held_at IS NOT NULL`;
      await ctx.db
        .$executeRaw`UPDATE job SET held_until = now() - interval '1 s' WHERE id = ${jobId} AND held_at IS NOT NULL`;
      await endHolds(world.ctx);
    },
    workLane: () => workLaneNow(ctx, laneId),
    workJob: () => workPending(ctx, jobId),
  };
  return codeOf(verbs[act]());
}

/** Jobs that are past Held and Pending, and batches their lane has begun. */
async function begunOf({ jobs, batches }: Scene): Promise<string[]> {
  const { db } = ctx;
  const gone = await db.job.findMany({
    where: { id: { in: [...jobs] }, state: { notIn: ["Pending", "Held"] } },
  });
  const handedOver = await db.batch.findMany({ where: { id: { in: [...batches] }, submitted: true } });
  return [...gone, ...handedOver].map(({ id }) => id).sort();
}

/** What is Held without any hold in force over it. */
async function leftBehind({ slug }: Scene, isIntakeHeld: boolean): Promise<string[]> {
  const { db } = ctx;
  const batches = await db.batch.findMany({
    where: { state: "Held", heldAt: null, collection: { slug, heldAt: null } },
  });
  const jobs = await db.job.findMany({
    where: { state: "Held", heldAt: null, batch: { heldAt: null, collection: { slug, heldAt: null } } },
  });
  return [...batches, ...(isIntakeHeld ? [] : jobs)].map(({ id }) => id);
}

async function releaseAll({ slug, batches, jobs }: Scene): Promise<void> {
  await codeOf(releaseHold(ctx, { on: "intake" }));
  await codeOf(releaseHold(ctx, { on: "collection", id: slug }));
  for (const batchId of batches) await codeOf(releaseHold(ctx, { on: "batch", id: batchId }));
  for (const jobId of jobs) await codeOf(releaseHold(ctx, { on: "job", id: jobId }));
}

it("after any sequence of holds and releases nothing is Held without a hold in force, nothing begins while the intake is held, and once all are released everything goes on", async () => {
  const step = fc.tuple(fc.constantFrom(...ACTS), fc.nat(2));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
      const scene = await makeScene();
      let isIntakeHeld = false;
      let begun: readonly string[] = [];
      for (const one of steps) {
        const code = await take(scene, one);
        const [act] = one;
        if (act === "releaseIntake") isIntakeHeld = false;
        // nothing begins while the intake is held, whatever is released
        if (isIntakeHeld) expect(await begunOf(scene)).toEqual(begun);
        if (act === "holdIntake" && !isIntakeHeld) [isIntakeHeld, begun] = [true, await begunOf(scene)];
        expect(["done", ...REFUSED]).toContain(code);
        expect(await leftBehind(scene, isIntakeHeld)).toEqual([]);
      }
      await releaseAll(scene);
      const { db } = ctx;
      const jobs = await db.job.findMany({ where: { id: { in: [...scene.jobs] } } });
      for (const { state, dueAt } of jobs) {
        expect(["Pending", "Estimating"]).toContain(state);
        expect(dueAt).not.toBeNull();
      }
      const held = await db.batch.count({
        where: { id: { in: [...scene.batches] }, OR: [{ state: "Held" }, { heldAt: { not: null } }] },
      });
      expect(held).toBe(0);
    }),
    { numRuns: 40 },
  );
}, 300_000);

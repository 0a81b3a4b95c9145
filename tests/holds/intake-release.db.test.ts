import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getBatch } from "../../operations/batch/get.ts";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getJob } from "../../operations/job/get.ts";
import { endHolds } from "../../operations/upkeep/end-holds.ts";
import { loadTurn } from "../../prisma/store/lane/turn.ts";
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
afterEach(() => codeOf(releaseHold(ctx, { on: "intake" })));

const reason = "the database is moved";
const WHY = /^The intake is held by .*: the database is moved\. Nothing new begins until it is released\.$/;
const until = () => new Date(Date.now() + 3_600_000);

/** The time of every hold that has an end has come. */
async function pass(): Promise<void> {
  const { db } = ctx;
  for (const table of ["intake", "collection", "batch", "job"])
    await db.$executeRawUnsafe(`UPDATE ${table} SET held_until = held_until - interval '2 hours'`);
}

type Scene = {
  readonly slug: string;
  readonly laneId: string;
  readonly batchId: string;
  readonly jobId: string;
};

/** What stops a job, and what ends that. */
const WAYS = {
  "a person releases the job": {
    stop: ({ jobId }: Scene) => placeHold(ctx, { on: "job", id: jobId, reason: "a box is missing" }),
    end: ({ jobId }: Scene) => releaseHold(ctx, { on: "job", id: jobId, reason: "found" }),
  },
  "a person releases its batch": {
    stop: ({ batchId }: Scene) => placeHold(ctx, { on: "batch", id: batchId, reason: "a box is missing" }),
    end: ({ batchId }: Scene) => releaseHold(ctx, { on: "batch", id: batchId, reason: "found" }),
  },
  "its collection's hold is released": {
    stop: ({ slug }: Scene) => placeHold(ctx, { on: "collection", id: slug, reason: "a box is missing" }),
    end: ({ slug }: Scene) => releaseHold(ctx, { on: "collection", id: slug, reason: "found" }),
  },
  "its own hold ends at its time": {
    stop: ({ jobId }: Scene) =>
      placeHold(ctx, { on: "job", id: jobId, reason: "a box is missing", until: until() }),
    end: () => pass().then(() => endHolds(world.ctx)),
  },
  "its batch's hold ends at its time": {
    stop: ({ batchId }: Scene) =>
      placeHold(ctx, { on: "batch", id: batchId, reason: "a box is missing", until: until() }),
    end: () => pass().then(() => endHolds(world.ctx)),
  },
  "its collection's hold ends at its time": {
    stop: ({ slug }: Scene) =>
      placeHold(ctx, { on: "collection", id: slug, reason: "a box is missing", until: until() }),
    end: () => pass().then(() => endHolds(world.ctx)),
  },
} as const;
const NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];

describe("while the whole intake is held, a Held job", () => {
  let scene: Scene;
  const turnAt = new Date("2026-01-01T00:00:00Z");
  beforeEach(async () => {
    const collection = await makeCollection(ctx.db);
    const batchId = await makeBatch(ctx.db, collection, "Processing", {
      submitted: true,
      submissionStatus: "Pending",
    });
    const jobId = await makeJob(ctx.db, batchId, "Pending", { dueAt: new Date(0), turnAt });
    scene = { slug: collection.slug, laneId: collection.laneId, batchId, jobId };
  });

  it.each(NAMES)(
    "does not begin when %s, says by what it is held, and goes on with the intake",
    async (name) => {
      const { stop, end } = WAYS[name];
      await stop(scene);
      expect(["Held", "gone"]).toContain(await workPending(ctx, scene.jobId));
      expect((await getJob(ctx, scene.jobId)).state).toBe("Held");
      await placeHold(ctx, { on: "intake", reason });
      await end(scene);
      const row = await ctx.db.job.findUniqueOrThrow({ where: { id: scene.jobId } });
      expect(row).toMatchObject({ state: "Held", dueAt: null, heldAt: null });
      expect((await getJob(ctx, scene.jobId)).waitReason).toMatch(WHY);
      expect(await codeOf(releaseHold(ctx, { on: "job", id: scene.jobId }))).toBe("intake_held");

      await releaseHold(ctx, { on: "intake", reason: "it has moved" });
      expect(await ctx.db.job.findUniqueOrThrow({ where: { id: scene.jobId } })).toMatchObject({
        state: "Estimating",
        turnAt,
        dueAt: expect.any(Date),
        kills: 0,
      });
      const [event] = await ctx.db.event.findMany({
        where: { jobId: scene.jobId },
        orderBy: { id: "desc" },
        take: 1,
      });
      expect(event).toMatchObject({
        from: "Held",
        to: "Estimating",
        reason: "The intake's hold was released: it has moved.",
      });
      const audits = await auditsOf(ctx, "intake");
      expect(audits.at(-1)).toMatchObject({ action: "intake.release", after: { held: false, jobs: 1 } });
    },
  );

  it("whose hold ended stays Held for another one that was placed since", async () => {
    const { slug, jobId } = scene;
    await placeHold(ctx, { on: "job", id: jobId, reason: "a box is missing" });
    await placeHold(ctx, { on: "intake", reason });
    await releaseHold(ctx, { on: "job", id: jobId });
    await placeHold(ctx, { on: "collection", id: slug, reason: "disks are moved" });
    await releaseHold(ctx, { on: "intake" });
    expect(await getJob(ctx, jobId)).toMatchObject({
      state: "Held",
      waitReason: expect.stringContaining("The collection is held"),
    });
    await releaseHold(ctx, { on: "collection", id: slug });
    expect((await getJob(ctx, jobId)).state).toBe("Estimating");
  });

  it("goes on when the intake's hold and its own end at the same time", async () => {
    await placeHold(ctx, { on: "job", id: scene.jobId, reason: "a box is missing", until: until() });
    await placeHold(ctx, { on: "intake", reason, until: until() });
    await pass();
    await endHolds(world.ctx);
    expect((await getJob(ctx, scene.jobId)).state).toBe("Estimating");
  });

  it("is shown with its batch as what waits for the intake", async () => {
    await placeHold(ctx, { on: "job", id: scene.jobId, reason: "a box is missing" });
    await placeHold(ctx, { on: "intake", reason });
    await releaseHold(ctx, { on: "job", id: scene.jobId });
    expect((await getBatch(ctx, scene.batchId)).whereIsIt).toMatch(
      /All new work is held by .*: the database is moved\./,
    );
  });
});

describe("while the whole intake is held, a Held batch", () => {
  /** What stops a batch, and what ends that. */
  const BATCH_WAYS = NAMES.filter((name) => !name.includes("job") && !name.includes("own"));
  const LANES = [
    { backend: "repository", ordering: "serial", width: 1 },
    { backend: "repository", ordering: "unordered", width: 2 },
    { backend: "sawtooth", ordering: "serial", width: 1 },
    { backend: "scabbard", ordering: "unordered", width: 2 },
  ] as const;
  const CASES = LANES.flatMap((lane) =>
    BATCH_WAYS.map((name) => [lane.backend, lane.ordering, name, lane] as const),
  );

  it.each(CASES)(
    "of a %s lane, %s, is not begun when %s, and goes in its order with the intake",
    async (_, __, name, lane) => {
      const { db } = ctx;
      const collection = await makeCollection(db);
      await db.lane.update({ where: { id: collection.laneId }, data: lane });
      const kind = lane.backend === "repository" ? ({} as const) : ({ kind: "LedgerBatch" } as const);
      const ids = [
        await makeBatch(db, collection, "Pending", kind),
        await makeBatch(db, collection, "Pending", kind),
        await makeBatch(db, collection, "Pending", kind),
      ];
      const [first = ""] = ids;
      const scene = { slug: collection.slug, laneId: collection.laneId, batchId: first, jobId: "" };
      const { stop, end } = WAYS[name];
      await stop(scene);
      // a worker came to it and stopped it for its collection
      const data = { state: "Held", waitReason: "The collection is held: a box is missing" } as const;
      if (name.includes("collection")) await db.batch.update({ where: { id: first }, data });
      await placeHold(ctx, { on: "intake", reason });
      await end(scene);
      expect((await loadTurn(db, collection.laneId))?.queued).toEqual([]);
      if (lane.backend === "repository") await workLaneNow(ctx, collection.laneId);
      for (const id of ids)
        expect(await standingOf(ctx, id)).toMatchObject({ submitted: false, submissionStatus: null });
      expect((await getBatch(ctx, first)).whereIsIt).toMatch(/^First in line\. All new work is held by /);

      await releaseHold(ctx, { on: "intake" });
      const queued = (await loadTurn(db, collection.laneId))?.queued ?? [];
      expect(queued.map(({ batchId }) => batchId)).toEqual(ids.slice(0, lane.width));
    },
  );
});

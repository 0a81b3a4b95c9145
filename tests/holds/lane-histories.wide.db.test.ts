import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queueOf } from "../../core/lane/head.ts";
import { deleteBatch } from "../../operations/batch/delete.ts";
import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { skipBatch } from "../../operations/lane/skip.ts";
import { loadTurn } from "../../prisma/store/lane/turn.ts";
import { codeOf, type HoldWorld, holdWorld, workLaneNow } from "./hold-world.ts";
import { endBatch, repositoryLine } from "./repository-line.ts";

let world: HoldWorld;
let ctx: Context;
beforeAll(async () => {
  world = await holdWorld();
  ctx = world.asOperator;
});
afterAll(() => world.end());

const reason = "by the dice";
const BATCHES = 4;
const ORDERS = [
  { ordering: "serial", width: 1 },
  { ordering: "unordered", width: 2 },
] as const;
const ACTS = [
  "hold",
  "release",
  "holdCollection",
  "releaseCollection",
  "holdIntake",
  "releaseIntake",
  "work",
  "full",
  "end",
  "skip",
  "delete",
] as const;
const OFTEN = ["hold", "release", "work"] as const;
type Step = readonly [act: (typeof ACTS)[number], place: number];
type Scene = Awaited<ReturnType<typeof repositoryLine>> & { readonly facts: (typeof ORDERS)[number] };

const rowsOf = (laneId: string) => ctx.db.batch.findMany({ where: { laneId }, orderBy: { laneSeq: "asc" } });
type Row = Awaited<ReturnType<typeof rowsOf>>[number];
const isDone = ({ state, submissionStatus }: Row) =>
  state === "Deleted" || submissionStatus === "Committed" || submissionStatus === "Skipped";

const intakeOf = async () => ({ isHeld: (await ctx.db.intake.findFirstOrThrow()).heldAt !== null });

/** The batches a worker has ever handed over. */
async function begunOf(laneId: string): Promise<string[]> {
  const rows = await ctx.db.attempt.findMany({ where: { laneId, outcome: "accepted" } });
  return rows.map(({ batchId }) => batchId);
}

async function take({ laneId, slug, ids }: Scene, [act, place]: Step, rows: readonly Row[]): Promise<void> {
  const batchId = ids[place] ?? "";
  const flying = rows.find(
    ({ state, submissionStatus }) => state === "Processing" && submissionStatus === "Pending",
  );
  const verbs: Record<Step[0], () => Promise<unknown>> = {
    hold: () => placeHold(ctx, { on: "batch", id: batchId, reason }),
    release: () => releaseHold(ctx, { on: "batch", id: batchId }),
    holdCollection: () => placeHold(ctx, { on: "collection", id: slug, reason }),
    releaseCollection: () => releaseHold(ctx, { on: "collection", id: slug }),
    holdIntake: () => placeHold(ctx, { on: "intake", reason }),
    releaseIntake: () => releaseHold(ctx, { on: "intake" }),
    work: () => workLaneNow(ctx, laneId),
    full: () => workLaneNow(ctx, laneId, false),
    end: async () => flying && endBatch(ctx.db, flying.id),
    skip: () => skipBatch(ctx, { serviceId: `lane-${slug}`, batchId, reason }),
    delete: () => deleteBatch(ctx, { batchId, reason }),
  };
  await codeOf(verbs[act]());
}

/** One step, and what has to hold after it. */
async function stepOf(scene: Scene, step: Step): Promise<void> {
  const { laneId, facts } = scene;
  const [before, begunBefore] = [await rowsOf(laneId), await begunOf(laneId)];
  await take(scene, step, before);
  const fresh = (await begunOf(laneId)).filter((id) => !begunBefore.includes(id));
  const { isHeld: isPaused } = await intakeOf();
  if (step[0] !== "work" || isPaused) expect(fresh).toEqual([]);
  const [first] = before.filter(({ id }) => fresh.includes(id));
  if (facts.ordering === "serial" && first) {
    const passed = before.filter((row) => row.laneSeq < first.laneSeq && !isDone(row));
    expect([fresh.length, passed.map(({ id }) => id)]).toEqual([1, []]);
  }
  const rows = await rowsOf(laneId);
  const inFlight = rows.filter(
    ({ submitted, submissionStatus }) => submitted && submissionStatus === "Pending",
  );
  expect(inFlight.length).toBeLessThanOrEqual(facts.width);
  const stands = rows.map(({ submissionStatus: status, ...row }) => ({ ...row, status, hasPosition: false }));
  const lane = {
    ...facts,
    startsWhen: "accepted",
    isRepository: true,
    isHeld: false,
    isHalted: false,
    isPaused,
  } as const;
  expect((await loadTurn(ctx.db, laneId))?.queued).toEqual(queueOf(lane, stands, new Date()));
}

it("after any history of holds and releases both forms of the rule agree, a lane keeps its width, and in a serial one none begins before an earlier one", async () => {
  const act = fc.oneof(fc.constantFrom(...ACTS), fc.constantFrom(...OFTEN));
  const step: fc.Arbitrary<Step> = fc.tuple(act, fc.nat(BATCHES - 1));
  const steps = fc.array(step, { minLength: 4, maxLength: 18 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ORDERS), steps, async (facts, history) => {
      const scene = { ...(await repositoryLine(ctx.db, BATCHES, facts)), facts };
      for (const one of history) await stepOf(scene, one);
      await codeOf(releaseHold(ctx, { on: "intake" }));
    }),
    { numRuns: 40 },
  );
}, 300_000);

import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import type { Actor } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Context } from "../../operations/context.ts";
import { holdPendingJob, pausePendingJob } from "../../operations/job/stop.ts";
import { pending } from "../../operations/stage/pending.ts";
import { workLane } from "../../operations/turn/work.ts";
import { loadJob } from "../../prisma/store/job/load.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { openLaneSteps } from "../../prisma/store/lane/gathered.ts";
import { wakeLane } from "../../prisma/store/lane/turn.ts";
import { takeLease } from "../../prisma/store/lease.ts";
import { makePerson } from "../factories/make-person.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";

/** A database of its own and an operator on it. */
export type HoldWorld = TestContext & { readonly operator: Actor; readonly asOperator: Context };

export async function holdWorld(): Promise<HoldWorld> {
  const test = await testContext();
  const operator = await makePerson(test.ctx.db, "operator");
  return { ...test, operator, asOperator: test.as(operator) };
}

/** What a worker does with a Pending job that is due: it goes on, stops for a hold, or waits for the intake. */
export async function workPending(ctx: Context, jobId: string): Promise<string> {
  // times are kept in whole milliseconds, rounded: what is due now may be so in half a millisecond
  await ctx.db.$executeRaw`UPDATE job SET due_at = due_at - interval '1 second' WHERE id = ${jobId}`;
  const lease = await takeLease(ctx.db, "job", { id: jobId, owner: "w", leaseMs: 60_000 });
  const job = await loadJob(ctx.db, jobId);
  if (!lease || job?.state !== "Pending") return job?.state ?? "gone";
  const { fence } = lease;
  const { kind } = await pending({ job } as Parameters<typeof pending>[0]);
  if (kind === "hold") return (await holdPendingJob(ctx, { job, fence })).state;
  if (kind === "pause") {
    const next = await pausePendingJob(ctx, { job, fence });
    return next === "waiting" ? next : next.state;
  }
  const move = { from: "Pending", to: "Estimating", by: "worker", actor: "Waybill" } as const;
  return (await moveJob(ctx.db, { ...move, jobId, fence })).state;
}

/** The code of what a promise is refused with. */
export async function codeOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof WaybillError) return error.code;
      throw error;
    },
  );
}

/** What a worker does with a repository's lane: hands over what goes next. */
export async function workLaneNow(ctx: Context, laneId: string, isStorageOpen = true): Promise<void> {
  await wakeLane(ctx.db, laneId);
  await ctx.db.$executeRaw`UPDATE lane SET due_at = due_at - interval '1 second' WHERE id = ${laneId}`;
  const lease = await takeLease(ctx.db, "lane", { id: laneId, owner: "w", leaseMs: 60_000 });
  if (!lease) throw new Error("the lane's claim could not be taken");
  const ledgers = createLedgers();
  const ports = {
    ledgers,
    steps: openLaneSteps(ctx.db),
    isStorageOpen: async () => isStorageOpen,
    faultPoint: async () => undefined,
    instance: "w",
    roll: () => 0.5,
  };
  await workLane(ctx, ports, { laneId, fence: lease.fence, signal: new AbortController().signal });
  await ledgers.close();
}

/** How a batch stands, and what its lane knows of it. */
export async function standingOf({ db }: Context, batchId: string) {
  const { state, submitted, submissionStatus, delayedUntil, waitReason, dueAt } =
    await db.batch.findUniqueOrThrow({ where: { id: batchId } });
  return { state, submitted, submissionStatus, delayedUntil, waitReason, isDue: dueAt !== null };
}

/** The audit rows about a thing, oldest first. */
export async function auditsOf({ db }: Context, target: string) {
  const rows = await db.audit.findMany({ where: { target }, orderBy: { id: "asc" } });
  return rows.map(({ action, actor, reason, before, after }) => ({ action, actor, reason, before, after }));
}

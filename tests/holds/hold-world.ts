import type { Actor } from "../../core/access/roles.ts";
import type { QueueError } from "../../core/errors.ts";
import type { Context } from "../../operations/context.ts";
import { holdPendingJob, pausePendingJob } from "../../operations/job/stop.ts";
import { pending } from "../../operations/stage/pending.ts";
import { loadJob } from "../../prisma/store/job/load.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { takeLease } from "../../prisma/store/lease/take.ts";
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
    (error: QueueError) => error.code,
  );
}

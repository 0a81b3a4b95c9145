import { BATCH_REPORTING, type BatchState } from "../../core/batch/states.ts";
import type { DeleteAnswer } from "../../core/contracts/bulk-views.ts";
import { type DeletableState, decideDelete } from "../../core/job/deletable.ts";
import { wakeIfJobsEnded } from "../../prisma/store/batch/wake.ts";
import type { BulkJob } from "../../prisma/store/job/bulk.ts";
import type { Context } from "../context.ts";
import { type ActedOnMany, actOnJobs, type Verdict } from "./act-on-many.ts";
import type { JobsAsk } from "./choose.ts";
import { dropJobs } from "./drop.ts";

export type DeleteInput = JobsAsk & {
  readonly reason?: string | undefined;
  readonly preview?: boolean | undefined;
};

/** While a batch is being reported, its jobs must stay as reported. */
const REPORTING: readonly BatchState[] = BATCH_REPORTING;

/**
 * Deletes up to 10,000 Failed and Held jobs in one transaction. Their rows and events stay, a worker removes their
 * folders, and objects they had claimed are released. Jobs that cannot be deleted are returned with the reason:
 * `illegal_move`, `stale_state` (the batch is being reported), `not_allowed`, `not_found`. Source:
 * docs/reference/states.md, "Delete".
 * @throws WaybillError `not_allowed`, `unknown_collection`
 */
export async function deleteJobs(ctx: Context, request: DeleteInput): Promise<DeleteAnswer> {
  const { done, refused, more } = await deleteChosen(ctx, "jobs.delete", request);
  return { deleted: done.length, refused, more };
}

/** The same, and returns the jobs that were deleted. `action`: its name in the audit. */
export async function deleteChosen(
  ctx: Context,
  action: "job.delete" | "jobs.delete",
  { jobs, filter, reason, preview = false }: DeleteInput,
): Promise<ActedOnMany> {
  const acted = await actOnJobs<DeletableState>(ctx, {
    ask: { jobs, filter },
    needs: "delete",
    action,
    reason,
    preview,
    decide: decideInBatch,
    act: async (tx, groups) => {
      for (const [from, group] of groups) {
        const jobIds = group.map(({ id }) => id);
        await dropJobs(tx, { jobIds, from, actor: ctx.actor.name, reason });
      }
      // also here, in case the process dies before it publishes this below
      await wakeIfJobsEnded(tx, ...batchesOf([...groups.values()].flat()));
    },
  });
  const batches = preview ? [] : batchesOf(acted.done);
  if (batches.length > 0 && (await wakeIfJobsEnded(ctx.db, ...batches))) ctx.changes.note({ due: true });
  return acted;
}

function decideInBatch(job: BulkJob): Verdict<DeletableState> {
  const decision = decideDelete(job);
  if (decision.kind === "refused") return decision;
  if (REPORTING.includes(job.batchState))
    return {
      kind: "refused",
      code: "stale_state",
      message: "The job's batch is being reported. Delete the job when that is done, in a moment.",
    };
  return { kind: "act", how: decision.from };
}

function batchesOf(jobs: readonly BulkJob[]): string[] {
  return [...new Set(jobs.map(({ batchId }) => batchId))].sort();
}

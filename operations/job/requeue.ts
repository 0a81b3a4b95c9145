import type { RequeueAnswer } from "../../core/contracts/bulk-views.ts";
import { decideResume } from "../../core/job/resume.ts";
import type { ResumeState } from "../../core/job/states.ts";
import { moveJobs } from "../../prisma/store/job/bulk.ts";
import type { Context } from "../context.ts";
import { actOnJobs, type Verdict } from "./act-on-many.ts";
import type { JobsAsk } from "./choose.ts";

export type RequeueInput = JobsAsk & {
  /** The stage for all of them; if not given, each job resumes where it stopped. */
  readonly at?: ResumeState | undefined;
  readonly reason?: string | undefined;
  readonly preview?: boolean | undefined;
};

/**
 * Runs up to 10,000 failed jobs again in one transaction, by the same rule as `resumeJob`, with an event for each and
 * one audit row. Jobs that cannot be resumed are left as they are and returned with the reason: `not_failed`,
 * `not_resumable`, `resume_too_late`, `no_working_files`, `not_allowed`, `not_found`. Source: docs/reference/states.md,
 * "Resume".
 * @throws WaybillError `not_allowed`, `unknown_collection`
 */
export async function requeueJobs(ctx: Context, request: RequeueInput): Promise<RequeueAnswer> {
  const { at: wanted, reason, preview = false, jobs, filter } = request;
  const { done, refused, more } = await actOnJobs<ResumeState>(ctx, {
    ask: { jobs, filter },
    needs: "resume-job",
    action: "jobs.requeue",
    reason,
    preview,
    decide: (job): Verdict<ResumeState> => {
      const decision = decideResume(job, wanted);
      return decision.kind === "resume" ? { kind: "act", how: decision.at } : decision;
    },
    act: async (tx, groups) => {
      for (const [to, group] of groups) {
        await moveJobs(tx, {
          jobIds: group.map(({ id }) => id),
          from: "Failed",
          to,
          by: "person",
          actor: ctx.actor.name,
          requeue: true,
          ...(reason && { reason }),
        });
      }
    },
  });
  return { requeued: done.length, refused, more };
}

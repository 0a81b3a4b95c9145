import type { IncidentResumeAnswer } from "../../core/contracts/incident-views.ts";
import { groupRefusals } from "../../core/incident/group-refusals.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { requeueJobs } from "../job/requeue.ts";
import { getSince } from "./get-since.ts";

export type IncidentResume = {
  readonly cause: string;
  readonly reason?: string | undefined;
  readonly preview: boolean;
  /** `failedBy` of the first answer, for the parts after it. */
  readonly failedBy?: Date | undefined;
};

/**
 * Runs up to 10,000 failed jobs of one cause again in one transaction, each where it stopped, with one audit row
 * (`jobs.requeue`, which names the cause). Those that cannot be resumed are left as they are and told, grouped by the reason.
 * Those that can be are chosen before those that cannot. `more`: call again for the rest, with `failedBy` of the answer,
 * so that what has failed again since the first call is left alone.
 * @throws WaybillError `not_allowed`, `not_found` (nothing has failed with that cause)
 */
export async function resumeIncident(ctx: Context, request: IncidentResume): Promise<IncidentResumeAnswer> {
  allow(ctx.actor, "read-alarms");
  const { cause, reason, preview } = request;
  await getSince(ctx.db, cause);
  const failedBy = (request.failedBy ?? (await justNow(ctx.db))).toISOString();
  const { requeued, refused, more } = await requeueJobs(ctx, {
    filter: { state: "Failed", cause, failedBy },
    reason,
    preview,
  });
  return { resumed: requeued, refused: groupRefusals(refused), more, failedBy };
}

/** By the database's clock, rounded up: when a job failed is kept in whole milliseconds, which may be rounded up too. */
async function justNow(db: Context["db"]): Promise<Date> {
  return new Date((await databaseClock(db)).getTime() + 1);
}

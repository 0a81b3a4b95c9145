import type { IncidentResumeAnswer } from "../../core/contracts/incident-views.ts";
import { groupRefusals } from "../../core/incident/group-refusals.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { requeueJobs } from "../job/requeue.ts";
import { getSince } from "./get-since.ts";

export type IncidentResume = {
  readonly cause: string;
  readonly reason?: string | undefined;
  readonly preview: boolean;
};

/**
 * Runs up to 10,000 failed jobs of one cause again in one transaction, each where it stopped, with one audit row
 * (`jobs.requeue`, which names the cause). Those that cannot be resumed are left as they are and told, grouped by the reason.
 * `more`: call again for the rest.
 * @throws WaybillError `not_allowed`, `not_found` (nothing has failed with that cause)
 */
export async function resumeIncident(ctx: Context, request: IncidentResume): Promise<IncidentResumeAnswer> {
  allow(ctx.actor, "read-alarms");
  const { cause, reason, preview } = request;
  await getSince(ctx.db, cause);
  const { requeued, refused, more } = await requeueJobs(ctx, {
    filter: { state: "Failed", cause },
    reason,
    preview,
  });
  return { resumed: requeued, refused: groupRefusals(refused), more };
}

import type { JobState } from "../job/states.ts";

/** What was, or is to be, told about a job; kept in `job.reported_outcome`. */
export type JobOutcome = "Completed" | "Deleted" | `Failed:${string}`;

/** What the outcome of a job is read from. */
export type Outcomable = { readonly state: JobState; readonly errorCode: string | null };

/**
 * The outcome of a job as a report tells it; null while the job has not ended. The same rule is a piece of SQL in
 * prisma/store/report.ts, compared with this one by a test.
 * Source: docs/reference/mail.md, "What changed".
 */
export function jobOutcome(job: Outcomable): JobOutcome | null {
  if (job.state === "Failed") return `Failed:${job.errorCode ?? "internal"}`;
  return job.state === "Completed" || job.state === "Deleted" ? job.state : null;
}

/** The jobs whose outcome differs from the one last told, in the order given. Jobs that have not ended are left out. */
export function changed<Job extends Outcomable & { readonly reportedOutcome: string | null }>(
  jobs: readonly Job[],
): readonly Job[] {
  return jobs.filter((job) => {
    const outcome = jobOutcome(job);
    return outcome !== null && outcome !== job.reportedOutcome;
  });
}

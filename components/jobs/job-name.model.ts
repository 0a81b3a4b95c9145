import type { JobRow } from "../../core/contracts/views.ts";

/** What a job is called: its title, else its file, else its place in the manifest. */
export function jobName(job: Pick<JobRow, "title" | "filename" | "ordinal">): string {
  return job.title || job.filename || `Job ${job.ordinal}`;
}

import type { Seen } from "../seen.ts";

/** Files and folders that should have gone: all but those of failed jobs and batches, which may be resumed. */
export function leftOnDisk({ batches, jobs, left }: Pick<Seen, "batches" | "jobs" | "left">): string[] {
  const keptJobs = new Set(
    jobs.filter(({ state, hasFolder }) => state === "Failed" && hasFolder).map(({ id }) => id),
  );
  const keptBatches = new Set(
    batches
      .filter(({ state, payloadPath }) => state === "Failed" && payloadPath !== null)
      .map(({ id }) => id),
  );
  return [
    ...left.jobFolders.filter((id) => !keptJobs.has(id)).map((id) => `jobs/${id}`),
    ...left.batchFolders.filter((id) => !keptBatches.has(id)).map((id) => `batches/${id}`),
    ...left.files,
  ];
}

/** Folders of failed jobs and batches that a resume counts on, and that are gone. */
export function goneFromDisk({ batches, jobs, left }: Pick<Seen, "batches" | "jobs" | "left">): string[] {
  return [
    ...jobs
      .filter(({ id, hasFolder }) => hasFolder && !left.jobFolders.includes(id))
      .map(({ id }) => `the folder of ${id}`),
    ...batches
      .filter(({ id, payloadPath }) => payloadPath !== null && !left.batchFolders.includes(id))
      .map(({ id }) => `the payload of ${id}`),
  ];
}

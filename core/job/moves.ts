import { hasEnded, type JobState } from "./states.ts";

/**
 * Working states whose success is remembered, so that a failed job resumes after it. Provisioning does not count as
 * work done.
 */
const REMEMBERED = [
  "Estimating",
  "Downloading",
  "Processing",
  "Recording",
  "Notify",
] as const satisfies readonly JobState[];

/** What `last_successful_state` becomes when a job leaves `from` for `to`; null: it stays. */
export function successLeaving(from: JobState, to: JobState): JobState | null {
  if (hasEnded(to) && to !== "Completed") return null;
  return (REMEMBERED as readonly JobState[]).includes(from) ? from : null;
}

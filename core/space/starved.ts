import { bytes } from "./admission.ts";

/** What has waited too long for working storage. Sizes in bytes. */
export type Starved = {
  /** Jobs that wait for room; 0 while others still begin. */
  readonly waitingJobs: number;
  /** Jobs that need more than the whole quota, and the first of them. */
  readonly tooLargeJobs: number;
  readonly tooLargeJob: string | null;
  /** Jobs that met a disk without room. */
  readonly diskFullJobs: number;
  readonly runningBytes: number;
  /** Folders of failed jobs, and uploads. */
  readonly folderBytes: number;
  readonly uploadBytes: number;
  readonly quotaBytes: number;
  readonly freeBytes: number;
};

/** What a full disk keeps, for an operator; null: nothing. */
export function whyDiskFull({ diskFullJobs, freeBytes }: Starved): string | null {
  if (diskFullJobs === 0) return null;
  const who = diskFullJobs === 1 ? "1 job waits" : `${diskFullJobs.toLocaleString("en-US")} jobs wait`;
  return `A disk is full and ${who} for room. Working storage has ${bytes(freeBytes)} left to use; if that is enough, the full disk is another one, such as object storage's. Make room there; waiting work then continues automatically.`;
}

/** What is wrong and what to do, for an operator; null: nothing. */
export function whyNothingBegins(starved: Starved): string | null {
  const { waitingJobs, tooLargeJobs, tooLargeJob, quotaBytes, freeBytes } = starved;
  const said: string[] = [];
  if (waitingJobs > 0) {
    const who = waitingJobs === 1 ? "1 job waits" : `${waitingJobs.toLocaleString("en-US")} jobs wait`;
    const { runningBytes, folderBytes, uploadBytes } = starved;
    said.push(
      `${who} for working storage and nothing has started for a while: running jobs take ${bytes(runningBytes)} of ${bytes(quotaBytes)}, folders of failed jobs ${bytes(folderBytes)}, uploads ${bytes(uploadBytes)}; the disk has ${bytes(freeBytes)} left. Make room on the disk, or delete failed jobs you no longer need.`,
    );
  }
  if (tooLargeJobs > 0) {
    const who =
      tooLargeJobs === 1
        ? `Job ${tooLargeJob} needs`
        : `${tooLargeJobs.toLocaleString("en-US")} jobs need, ${tooLargeJob} first,`;
    said.push(
      `${who} more than the whole working storage (${bytes(quotaBytes)}). Raise WORKING_STORAGE_QUOTA and restart the workers, or make ${tooLargeJobs === 1 ? "it" : "them"} fail.`,
    );
  }
  return said.length > 0 ? said.join(" ") : null;
}

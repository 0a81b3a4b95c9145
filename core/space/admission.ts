/**
 * Working storage as the rule sees it, in bytes. Uploads that are kept are not counted: they are on the disk, and the work
 * that makes them go must not wait for them.
 */
export type Space = {
  readonly quotaBytes: number;
  /** What the disk has left for jobs. */
  readonly freeBytes: number;
  /** Reserved by jobs that run. */
  readonly runningBytes: number;
  /** Of it what may still have to be written. */
  readonly promisedBytes: number;
  /** No job runs that has reserved something. */
  readonly isIdle: boolean;
  /** Folders of failed jobs that give way, since a resume can fetch their files again. */
  readonly yieldingBytes: number;
  /** Whether it was admitting jobs when last asked. */
  readonly open: boolean;
};

export type Admission =
  | { readonly kind: "admit" }
  /** `wantBytes`: what folders of failed jobs may give way for. */
  | { readonly kind: "wait"; readonly why: string; readonly wantBytes?: number }
  | { readonly kind: "never"; readonly why: string };

/** Above this share of the quota nothing more is admitted ... */
export const STOP_PERCENT = 80;
/** ... until it has fallen below this one. */
export const GO_PERCENT = 70;

type Gate = Pick<Space, "quotaBytes" | "runningBytes" | "open">;

/** Whether the gate is open after a look at what running jobs take. Between the two marks it stays as it was. */
export function gateOpen({ quotaBytes, runningBytes, open }: Gate): boolean {
  const percent = (100 * runningBytes) / Math.max(1, quotaBytes);
  if (percent > STOP_PERCENT) return false;
  return percent < GO_PERCENT || open;
}

/**
 * May a job that needs `needBytes` more start to download? Want of space is a wait with its reason, never a failure;
 * what can never fit asks for a person. When nothing runs, one always may that fits the quota and the disk, whatever is
 * kept; never more than the disk has left beside what was promised to others. Source: docs/reference/states.md, "Working storage".
 */
export function admit(space: Space, needBytes: number): Admission {
  const { quotaBytes, freeBytes, runningBytes, promisedBytes, isIdle, yieldingBytes } = space;
  if (needBytes > quotaBytes) {
    return {
      kind: "never",
      why: `This job needs ${bytes(needBytes)}, more than the whole working storage (${bytes(quotaBytes)}). An operator has to raise the quota or delete the job.`,
    };
  }
  const onDisk = Math.max(0, freeBytes - promisedBytes);
  if (needBytes > onDisk) {
    return {
      kind: "wait",
      why: `This job needs ${bytes(needBytes)} of working storage; the disk has ${bytes(onDisk)} left for it.`,
      wantBytes: needBytes - onDisk,
    };
  }
  if (isIdle) return { kind: "admit" };
  if (!gateOpen(space)) {
    const percent = Math.round((100 * runningBytes) / Math.max(1, quotaBytes));
    return {
      kind: "wait",
      why: `Running jobs take ${percent} % of working storage (${bytes(runningBytes)} of ${bytes(quotaBytes)}); others start once it is below ${GO_PERCENT} %.`,
    };
  }
  const room = quotaBytes - runningBytes - yieldingBytes;
  if (needBytes > room) {
    return {
      kind: "wait",
      why: `This job needs ${bytes(needBytes)} of working storage; ${bytes(Math.max(0, room))} are free.`,
      // where running jobs alone leave too little, nothing is gained by what gives way
      ...(needBytes <= quotaBytes - runningBytes && { wantBytes: needBytes - room }),
    };
  }
  return { kind: "admit" };
}

/** A size in words, in decimal units. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"] as const;
  const power = Math.min(units.length, Math.floor(Math.log10(count) / 3));
  return `${(count / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

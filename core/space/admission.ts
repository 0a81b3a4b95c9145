/** Working storage as the rule sees it, in bytes. `open`: whether it was admitting jobs when last asked. */
export type Space = {
  readonly quotaBytes: number;
  readonly usedBytes: number;
  /** What the disk itself has left. */
  readonly freeBytes: number;
  readonly open: boolean;
};

export type Admission =
  | { readonly kind: "admit" }
  | { readonly kind: "wait"; readonly why: string }
  | { readonly kind: "never"; readonly why: string };

/** Above this share of the quota nothing more is admitted ... */
const STOP_PERCENT = 80;
/** ... until it has fallen below this one. */
const GO_PERCENT = 70;

/** Whether the gate is open after a look at how full it is. Between the two marks it stays as it was. */
export function gateOpen(space: Space): boolean {
  const percent = (100 * space.usedBytes) / Math.max(1, space.quotaBytes);
  if (percent > STOP_PERCENT) return false;
  return percent < GO_PERCENT || space.open;
}

/**
 * May a job that needs `needBytes` more start to download? Want of space is a wait with its reason, never a failure;
 * what can never fit asks for a person. Source: docs/reference/states.md, "Working storage".
 */
export function admit(space: Space, needBytes: number): Admission {
  if (needBytes > space.quotaBytes) {
    return {
      kind: "never",
      why: `This job needs ${bytes(needBytes)}, more than the whole working storage (${bytes(space.quotaBytes)}). An operator has to raise the quota or delete the job.`,
    };
  }
  if (!gateOpen(space)) {
    const percent = Math.round((100 * space.usedBytes) / Math.max(1, space.quotaBytes));
    return {
      kind: "wait",
      why: `Working storage is ${percent} % full (${bytes(space.usedBytes)} of ${bytes(space.quotaBytes)}); jobs go on when it is below ${GO_PERCENT} %.`,
    };
  }
  const room = Math.min(space.quotaBytes - space.usedBytes, space.freeBytes);
  if (needBytes > room) {
    return {
      kind: "wait",
      why: `This job needs ${bytes(needBytes)} of working storage; ${bytes(Math.max(0, room))} are free.`,
    };
  }
  return { kind: "admit" };
}

function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"] as const;
  const power = Math.min(units.length, Math.floor(Math.log10(count) / 3));
  return `${(count / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

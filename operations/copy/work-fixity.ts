import { setTimeout as sleep } from "node:timers/promises";
import { pacer } from "../../core/copy/pace.ts";
import type { Pace } from "../../core/copy/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import {
  advanceRun,
  beginDueRuns,
  claimRun,
  findNextToRead,
  type HeldRun,
  leaveRun,
  type RunPlace,
  renewRun,
} from "../../prisma/store/copy/fixity.ts";
import type { Context } from "../context.ts";
import type { CopyPorts } from "./ports.ts";
import { readVersion } from "./read-version.ts";
import { isStorageWait } from "./storage-wait.ts";
import { type UnderLease, underLease } from "./under-lease.ts";

/** How often an object at which somebody else is working is tried before the run goes on without it. */
const BUSY_TRIES = 5;
const BUSY_PAUSE_MS = 1_000;

/** `mostMs`: how long to go on before the run is given back, which loses nothing. `without`: runs to leave alone. */
export type FixityShift = {
  readonly signal: AbortSignal;
  readonly mostMs: number;
  readonly without?: readonly string[];
};

/** What a shift came to. `idle`: no collection has anything to read; `over`: a run has ended; `more`: the shift ended first; `away`: a storage of that run does not answer. */
export type ShiftEnd =
  | { readonly kind: "idle" | "over" | "more" }
  | { readonly kind: "away"; readonly run: string };

/** Begins the runs that are due by the profiles' `fixityDays`. @returns how many */
export async function beginFixity(ctx: Pick<Context, "db" | "uuid">): Promise<number> {
  return ctx.db.transact((tx) => beginDueRuns(tx, ctx.uuid));
}

/**
 * Goes on with a run: reads every byte of each version, where its object is kept and in
 * every storage that has a copy, no faster than FIXITY_BYTES_PER_SECOND. Where it is, is a row: whoever takes the run next
 * goes on behind the last version that was read in all its storages. A storage that is away or does not answer ends the shift;
 * it is read when it is back, and nothing counts as missing.
 */
export async function workFixity(
  ctx: Context,
  ports: CopyPorts,
  { signal, mostMs, without = [] }: FixityShift,
): Promise<ShiftEnd> {
  const leaseMs = ctx.env.LEASE_MS;
  const run = await ctx.db.transact((tx) => claimRun(tx, { owner: ports.owner, leaseMs, without }));
  if (!run) return { kind: "idle" };
  let isOver = false;
  try {
    isOver = await underLease({ leaseMs, signal, renew: () => renewRun(ctx.db, run, leaseMs) }, (lease) =>
      readOn(ctx, ports, run, { ...lease, mostMs }),
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await leaveRun(ctx.db, run, { isOver: false });
    if (!isStorageWait(error)) throw error;
    ctx.log.warn({ run: run.runId, err: error }, "a storage cannot be read for now");
    return { kind: "away", run: run.runId };
  }
  await leaveRun(ctx.db, run, { isOver });
  return { kind: isOver ? "over" : "more" };
}

type Shift = UnderLease & { readonly mostMs: number };

/** @returns true: everything has been read; false: the time is up */
async function readOn(
  ctx: Context,
  ports: CopyPorts,
  run: HeldRun & RunPlace,
  shift: Shift,
): Promise<boolean> {
  const began = performance.now();
  const pace = pacing(ctx.env.FIXITY_BYTES_PER_SECOND, shift.signal);
  let place: RunPlace = run;
  while (performance.now() - began < shift.mostMs) {
    shift.signal.throwIfAborted();
    const version = await findNextToRead(ctx.db, place);
    if (!version) return true;
    for (const storage of [version.home, ...version.copiedTo]) {
      if (!ports.storages.has(storage)) continue;
      await readPatiently(ctx, ports, { ...version, storage, pace, signal: shift.signal });
    }
    await ports.faultPoint("fixity:read");
    if (!(await advanceRun(ctx.db, run, version)))
      throw new WaybillError("lease_lost", "Somebody else has taken over this run.");
    place = { ...place, afterObject: version.objectId, afterVersion: version.version };
  }
  return false;
}

/**
 * An object at which copying or mending goes on all the time is left to the next run, and so is one that cannot be read for a
 * reason that is no finding: neither keeps its collection from being read.
 */
async function readPatiently(
  ctx: Context,
  ports: CopyPorts,
  reading: Parameters<typeof readVersion>[2],
): Promise<void> {
  for (let tried = 0; tried < BUSY_TRIES; tried += 1) {
    const end = await readVersion(ctx, ports, reading).catch((error: unknown) => {
      if (!(error instanceof WaybillError && error.code === "storage_failed")) throw error;
      const { ark, version, storage } = reading;
      ctx.log.error({ ark, version, storage, err: error }, "a stored version could not be read");
      return "unread";
    });
    if (end !== "busy") return;
    await sleep(BUSY_PAUSE_MS, undefined, { signal: reading.signal });
  }
}

/** Slows reading down to a rate, counted from now. */
function pacing(bytesPerSecond: number, signal: AbortSignal): Pace {
  const waitMs = pacer(bytesPerSecond, performance.now());
  return (bytes) => {
    const ms = waitMs(bytes, performance.now());
    return ms === 0 ? undefined : sleep(ms, undefined, { signal });
  };
}

import { keepableFacts, keepableSubject } from "../../core/check/keepable.ts";
import { BY_HAND } from "../../core/check/kinds.ts";
import { asWaybillError, WaybillError } from "../../core/errors.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { insertFindings } from "../../prisma/store/check/findings.ts";
import {
  type AskedFinding,
  beginRun,
  endRun,
  listAsked,
  loadRun,
  recordRepair,
  releaseRun,
} from "../../prisma/store/check/run.ts";
import type { Context } from "../context.ts";
import { type CheckPorts, type Found, inGroups, type Look } from "./look.ts";
import { findInInventory } from "./recorded-objects.ts";
import { REPAIRS } from "./repairs.ts";
import { findInRows } from "./rows.ts";
import { findInStaging } from "./staging.ts";
import { findInStorage } from "./stored-objects.ts";
import { findInWorkingStorage } from "./working-storage.ts";

export type CheckWork = {
  readonly runId: string;
  readonly fence: bigint;
  /** Workers that died over this run. */
  readonly kills: number;
  readonly signal: AbortSignal;
};

const FINDERS = [findInRows, findInWorkingStorage, findInStaging, findInInventory, findInStorage] as const;
/** A run that has killed this many workers is given up. */
const MOST_KILLS = 3;
const GROUP = 100;

/**
 * Does a requested run, then the repairs people have requested, and gives the lease back. A run whose worker died
 * starts over. If something cannot be read, the run ends with the reason and keeps its findings so far.
 */
export async function workCheck(ctx: Context, ports: CheckPorts, work: CheckWork): Promise<void> {
  const run = await loadRun(ctx.db, work.runId);
  if (run && !run.isEnded) await look(ctx, ports, work, run.isDeep);
  for (;;) {
    const asked = await listAsked(ctx.db, work.runId, GROUP);
    if (asked.length === 0) break;
    for (const finding of asked) {
      work.signal.throwIfAborted();
      await repair(ctx, ports, finding);
    }
  }
  await releaseRun(ctx.db, work.runId, work.fence);
}

async function look(ctx: Context, ports: CheckPorts, work: CheckWork, isDeep: boolean): Promise<void> {
  const { runId, fence, signal } = work;
  if (!(await beginRun(ctx.db, runId, fence))) throw lost(runId);
  const counts = new Map<string, number>();
  const looking: Look = { ctx, ports, graceMs: ctx.env.CHECK_GRACE_MS, isDeep, signal, counts };
  const end = (error?: string) =>
    endRun(ctx.db, runId, fence, {
      looked: Object.fromEntries(counts),
      ...(error !== undefined && { error }),
    });
  if (work.kills >= MOST_KILLS)
    return end(`${work.kills} workers have died over this check. An operator must find out why.`);
  try {
    for (const find of FINDERS) await keep(looking, work, find(looking));
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseAway(error) || (error instanceof WaybillError && error.code === "lease_lost")) throw error;
    ctx.log.error({ run: runId, err: error }, "a check could not be finished");
    return end(asWaybillError(error).message);
  }
  await end();
}

async function keep(
  { ctx, ports }: Look,
  { runId, fence }: CheckWork,
  found: AsyncIterable<Found>,
): Promise<void> {
  for await (const group of inGroups(found, GROUP)) {
    // if a storage went away meanwhile, what was found missing there is not missing
    for (const root of ports.roots) await root.require();
    const findings = group.map(({ kind, subject, facts }) => ({
      id: ctx.uuid(),
      kind,
      subject: keepableSubject(subject),
      facts: keepableFacts(facts),
    }));
    if (!(await insertFindings(ctx.db, { runId, fence }, findings))) throw lost(runId);
  }
}

function lost(runId: string): WaybillError {
  return new WaybillError("lease_lost", `The lease on the check ${runId} is lost.`);
}

/** Checks one finding again and repairs it. A failed repair records why, and may be requested again. */
async function repair(ctx: Context, ports: CheckPorts, finding: AskedFinding): Promise<void> {
  const { id: findingId, kind, subject, facts, by } = finding;
  const act = REPAIRS[kind];
  const record = (isDone: boolean, sentence: string) => recordRepair(ctx.db, { findingId, isDone, sentence });
  if (!act) return record(false, BY_HAND);
  try {
    const graceMs = ctx.env.CHECK_GRACE_MS;
    const done = await act({ ctx, ports, graceMs, subject, facts, by });
    await record(true, done ?? "The problem no longer existed; nothing had to be done.");
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.warn({ finding: findingId, kind, err: error }, "a finding could not be repaired");
    await record(false, `It could not be repaired: ${asWaybillError(error).message}`);
  }
}

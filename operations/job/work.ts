import { readProfileSettings } from "../../core/contracts/profile.ts";
import { asWaybillError, type ErrorCode, WaybillError } from "../../core/errors.ts";
import { hasEnded, isJobState, isWorkState, type WorkState } from "../../core/job/states.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { wakeIfJobsEnded } from "../../prisma/store/batch/wake.ts";
import { waitJob } from "../../prisma/store/job/facts.ts";
import { type JobRecord, loadJob } from "../../prisma/store/job/load.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { wakeBehind } from "../../prisma/store/job/order.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { releaseObject } from "../../prisma/store/object/identity.ts";
import type { Context } from "../context.ts";
import type { StagePorts } from "../ports.ts";
import { whileThere } from "../root/while-there.ts";
import { JobFiles } from "../stage/job-files.ts";
import type { Outcome } from "../stage/stage.ts";
import { STAGES } from "../stage/stages.ts";
import { holdPendingJob, pausePendingJob } from "./stop.ts";

export type JobWork = {
  readonly jobId: string;
  readonly fence: bigint;
  /** Workers that died over this job in its present state. */
  readonly kills: number;
  readonly signal: AbortSignal;
};

/** A job that has killed this many workers in one state is given up. */
const MOST_KILLS = 3;
/** Stages that wait instead of failing: an unknown size or a lack of space is not a failure. */
const NEVER_FAIL: readonly WorkState[] = ["Pending", "Estimating", "Provisioning"];
/** Stages that need no folder in working storage. */
const NEEDS_NO_FILES: readonly WorkState[] = ["Pending", "Recording"];
/**
 * Errors that always mean a wait, since they pass once there is room or the storage is back; the stage then runs again.
 */
const WAITS: readonly ErrorCode[] = ["disk_full", "storage_away"];
/** Errors that mean that the job is no longer this worker's. */
const NOT_OURS: readonly string[] = ["stale_state", "lease_lost"];

type Working = {
  readonly ctx: Context;
  readonly ports: StagePorts;
  readonly work: JobWork;
  readonly files: JobFiles;
};

/**
 * Runs a job's stages one after the other as far as possible: to its end, a hold, a wait or a failure. Only this verb
 * moves jobs through the pipeline; stages only decide.
 */
export async function workJob(ctx: Context, ports: StagePorts, work: JobWork): Promise<void> {
  const working = { ctx, ports, work, files: new JobFiles(ctx.db, work, work.signal) };
  let job = await loadJob(ctx.db, work.jobId);
  let kills = work.kills;
  while (job && isWorkState(job.state)) {
    const next: JobRecord | "waiting" =
      kills >= MOST_KILLS
        ? await giveUp(working, job, job.state, kills)
        : await runStage(working, job, job.state);
    kills = 0;
    ctx.changes.note({ batch: job.batchId, job: job.id });
    if (next === "waiting") return;
    if (hasEnded(next.state)) await tellOthers(ctx, job.batchId);
    // a move to an end or a hold has already given the lease back
    if (!isWorkState(next.state)) return;
    work.signal.throwIfAborted();
    job = next;
  }
  // a state written by a newer version is left to that version: the job stays due
  const dueInMs = job && !isJobState(job.state) ? ctx.env.WAIT_RETRY_MS : null;
  await releaseLease(ctx.db, "job", { id: work.jobId, fence: work.fence, dueInMs });
}

/** A job has ended: its batch may have ended too, and jobs that waited for it may go on. */
async function tellOthers(ctx: Context, batchId: string): Promise<void> {
  const ended = await wakeIfJobsEnded(ctx.db, batchId);
  const woken = await wakeBehind(ctx.db);
  if (ended || woken) ctx.changes.note({ batch: batchId, due: true });
}

async function runStage(working: Working, job: JobRecord, state: WorkState): Promise<JobRecord | "waiting"> {
  const { ctx, ports, work, files } = working;
  const { fence, signal } = work;
  try {
    await ports.faultPoint(`${state}:before`);
    const settings = readProfileSettings(job.settings);
    const run = (): Promise<Outcome<WorkState>> =>
      STAGES[state]({ ctx, ports, job, settings, fence, signal, files });
    const ran = NEEDS_NO_FILES.includes(state)
      ? { done: await run() }
      : await whileThere(ports.working.root, run);
    if ("away" in ran) {
      signal.throwIfAborted();
      return await wait(working, ran.away.code, ran.away.why);
    }
    const next = await apply(working, job, state, ran.done);
    await ports.faultPoint(`${state}:recorded`);
    return next;
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseAway(error) || (error instanceof WaybillError && NOT_OURS.includes(error.code)))
      throw error;
    const fault = asWaybillError(error);
    if (fault.entry.family === "system") ctx.log.error({ job: job.id, state, err: error }, "a stage failed");
    return NEVER_FAIL.includes(state) || WAITS.includes(fault.code)
      ? wait(working, fault.code, fault.message)
      : fail(working, job, state, fault);
  }
}

async function apply(
  working: Working,
  job: JobRecord,
  from: WorkState,
  outcome: Outcome<WorkState>,
): Promise<JobRecord | "waiting"> {
  const { ctx, work } = working;
  const move = { jobId: job.id, fence: work.fence, from, by: "worker", actor: "Waybill" } as const;
  switch (outcome.kind) {
    case "wait":
      return wait(working, outcome.code, outcome.why, outcome.againInMs);
    case "hold":
      return holdPendingJob(ctx, { job, fence: work.fence });
    case "pause":
      return pausePendingJob(ctx, { job, fence: work.fence });
    case "advance": {
      const { to, also, stored, folderGone } = outcome;
      const advanced = { ...move, to, ...(stored && { stored }), ...(folderGone && { folderGone }) };
      const moved = also
        ? await ctx.db.transact(async (tx) => {
            await also(tx);
            return moveJob(tx, advanced);
          })
        : await moveJob(ctx.db, advanced);
      return { ...job, ...moved, ...(stored && { stored }) };
    }
  }
}

async function wait(
  { ctx, work }: Working,
  code: string,
  why: string,
  dueInMs = ctx.env.WAIT_RETRY_MS,
): Promise<"waiting"> {
  await waitJob(ctx.db, { jobId: work.jobId, fence: work.fence, code, why, dueInMs });
  return "waiting";
}

async function fail(
  { ctx, work }: Working,
  job: JobRecord,
  from: WorkState,
  fault: WaybillError,
): Promise<JobRecord> {
  return ctx.db.transact(async (tx) => {
    const moved = await moveJob(tx, {
      jobId: job.id,
      fence: work.fence,
      from,
      to: "Failed",
      by: "worker",
      actor: "Waybill",
      fault: { code: fault.code, message: fault.message, problems: fault.problems },
      foldersForMs: ctx.env.FAILED_FOLDER_MS,
    });
    await releaseObject(tx, job.id);
    return { ...job, ...moved };
  });
}

function giveUp(working: Working, job: JobRecord, state: WorkState, kills: number): Promise<JobRecord> {
  const why = `${kills} workers have died while working on this job in ${state}. An operator must look into it before it is resumed.`;
  return fail(working, job, state, new WaybillError("worker_killed", why));
}

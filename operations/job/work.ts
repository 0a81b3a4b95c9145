import { readProfileSettings } from "../../core/contracts/profile.ts";
import { asWaybillError, type ErrorCode, WaybillError } from "../../core/errors.ts";
import { hasEnded, isJobState, isWorkState, type WorkState } from "../../core/job/states.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { waitJob } from "../../prisma/store/job/facts.ts";
import type { JobRecord } from "../../prisma/store/job/load.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { releaseObject } from "../../prisma/store/object/identity.ts";
import type { Context } from "../context.ts";
import type { StagePorts } from "../ports.ts";
import { whileThere } from "../root/while-there.ts";
import { JobFiles } from "../stage/job-files.ts";
import type { Outcome } from "../stage/stage.ts";
import { STAGES } from "../stage/stages.ts";
import type { Placed } from "../stage/stored.ts";
import { isNotOurs, Progress } from "./progress.ts";
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
const NEEDS_NO_FILES: readonly WorkState[] = ["Pending", "Provisioning", "Recording"];
/**
 * Errors that always mean a wait, since they pass once there is room or the storage is back; the stage then runs again.
 */
const WAITS: readonly ErrorCode[] = ["disk_full", "storage_away"];

type Working = {
  readonly ctx: Context;
  readonly ports: StagePorts;
  readonly work: JobWork;
  readonly files: JobFiles;
  readonly progress: Progress;
};

/** A job as its stages see it. `placed`: what this run has stored; `wasThere`: working storage was there after the last stage. */
type Running = JobRecord & { readonly placed?: Placed | undefined; readonly wasThere?: boolean };

/**
 * Runs a job's stages one after the other as far as possible: to its end, a hold, a wait or a failure. Only this verb
 * moves jobs through the pipeline; stages only decide.
 */
export async function workJob(ctx: Context, ports: StagePorts, work: JobWork): Promise<void> {
  const loaded = await ports.steps.load(work.jobId);
  if (!loaded || !isWorkState(loaded.state)) return giveBack(ctx, work, loaded);
  const files = new JobFiles(ctx.db, work, work.signal, loaded.files);
  const progress = new Progress(ctx, ports.steps, { ...work, batchId: loaded.batchId }, loaded.state);
  const working = { ctx, ports, work, files, progress };
  try {
    await runStages(working, loaded);
  } finally {
    await progress.end();
  }
}

async function runStages(working: Working, loaded: JobRecord): Promise<void> {
  const { ctx, ports, work } = working;
  let job: Running = loaded;
  let kills = work.kills;
  while (isWorkState(job.state)) {
    const next: Running | "waiting" =
      kills >= MOST_KILLS
        ? await giveUp(working, job, job.state, kills)
        : await runStage(working, job, job.state);
    kills = 0;
    const isTold = next !== "waiting" && isWorkState(next.state);
    if (!isTold) ctx.changes.note({ batch: job.batchId, job: job.id });
    if (next === "waiting") return;
    if (hasEnded(next.state)) await ports.afterEnd.tell(job.batchId);
    // a larger job has removed it itself
    if (next.state === "Completed" && next.placed?.isSmall) await ports.afterEnd.clear(job.id);
    // a move to an end or a hold has already given the lease back
    if (!isWorkState(next.state)) return;
    work.signal.throwIfAborted();
    job = next;
  }
}

/** Nothing to do: a state written by a newer version is left to that version, and the job stays due. */
async function giveBack(ctx: Context, work: JobWork, job: JobRecord | undefined): Promise<void> {
  const dueInMs = job && !isJobState(job.state) ? ctx.env.WAIT_RETRY_MS : null;
  await releaseLease(ctx.db, "job", { id: work.jobId, fence: work.fence, dueInMs });
}

async function runStage(working: Working, job: Running, state: WorkState): Promise<Running | "waiting"> {
  const { ctx, ports, work, files, progress } = working;
  const { fence, signal } = work;
  try {
    await ports.faultPoint(`${state}:before`);
    const settings = readProfileSettings(job.settings);
    const { placed } = job;
    const written = () => progress.written();
    const run = (): Promise<Outcome<WorkState>> =>
      STAGES[state]({ ctx, ports, job, settings, fence, signal, files, placed, written });
    const needsNone = NEEDS_NO_FILES.includes(state) || placed?.isSmall;
    const ran = needsNone
      ? { done: await run() }
      : await whileThere(ports.working.root, run, { wasThere: job.wasThere ?? false });
    if ("away" in ran) {
      signal.throwIfAborted();
      return await wait(working, ran.away.code, ran.away.why);
    }
    const next = await apply(working, { ...job, wasThere: job.wasThere || !needsNone }, state, ran.done);
    await ports.faultPoint(`${state}:recorded`);
    return next;
  } catch (error) {
    return afterError(working, job, state, error);
  }
}

/** What a stage that threw leads to: a wait, or the job's failure in the state that could not be left. */
async function afterError(
  working: Working,
  job: Running,
  state: WorkState,
  thrown: unknown,
): Promise<Running | "waiting"> {
  const { ctx, work, progress } = working;
  let [at, error] = [state, thrown];
  const throwIfNotOurs = () => {
    work.signal.throwIfAborted();
    if (isDatabaseAway(error) || isNotOurs(error)) throw error;
  };
  throwIfNotOurs();
  try {
    await progress.written();
  } catch (later) {
    [at, error] = [progress.reached, later];
    throwIfNotOurs();
    progress.dropped();
  }
  const fault = asWaybillError(error);
  if (fault.entry.family === "system")
    ctx.log.error({ job: job.id, state: at, err: error }, "a stage failed");
  return NEVER_FAIL.includes(at) || WAITS.includes(fault.code)
    ? wait(working, fault.code, fault.message)
    : fail(working, job, at, fault);
}

async function apply(
  working: Working,
  job: Running,
  from: WorkState,
  outcome: Outcome<WorkState>,
): Promise<Running | "waiting"> {
  const { ctx, work, progress } = working;
  switch (outcome.kind) {
    case "wait":
      return wait(working, outcome.code, outcome.why, outcome.againInMs);
    case "hold":
      return holdPendingJob(ctx, { job, fence: work.fence });
    case "pause":
      return pausePendingJob(ctx, { job, fence: work.fence });
    case "advance": {
      const { to, stored, placed = job.placed, changed, isShort = false } = outcome;
      const { spaceNeeded } = changed ?? {};
      progress.add({ ...outcome, from, ...(spaceNeeded !== undefined && { spaceNeeded }) });
      const next = { ...job, ...changed, ...(stored && { stored }), placed, state: to };
      // over a state that has killed a worker, the kills are counted
      if (isShort && work.kills === 0) return next;
      await progress.written();
      return { ...next, ...progress.moved };
    }
  }
}

async function wait(
  { ctx, work, progress }: Working,
  code: string,
  why: string,
  dueInMs = ctx.env.WAIT_RETRY_MS,
): Promise<"waiting"> {
  await progress.written();
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
      fault: { code: fault.code, message: fault.message, problems: fault.problems, host: fault.host },
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

import { BATCH_STATES } from "../../core/batch/states.ts";
import { MOST_KILLS, whyStandsStill, worksOver } from "../../core/batch/stopped.ts";
import { readProfileSettings } from "../../core/contracts/profile.ts";
import { WaybillError } from "../../core/errors.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import type { ReportKind } from "../../core/report/facts.ts";
import { tally } from "../../core/report/tally.ts";
import { type BatchRecord, loadBatch } from "../../prisma/store/batch/load.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { stopBatch } from "../../prisma/store/batch/submission.ts";
import { waitBatch, wakeIfJobsEnded } from "../../prisma/store/batch/wake.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { countReportJobs, hasNews } from "../../prisma/store/report.ts";
import type { Context } from "../context.ts";
import { insertReport } from "../report/insert.ts";
import { prepareReport, type ReportPorts } from "../report/prepare.ts";
import { type Away, whileThere } from "../root/while-there.ts";
import { tellsNobody } from "../turn/tells-nobody.ts";
import { dropPayload } from "./drop-payload.ts";
import { expandBatch } from "./expand.ts";

export type BatchPorts = ReportPorts & {
  readonly working: WorkingFiles;
  readonly faultPoint: (name: string) => Promise<void>;
};

export type BatchWork = {
  readonly batchId: string;
  readonly fence: bigint;
  /** Workers that died over this batch in its present state. */
  readonly kills: number;
  readonly signal: AbortSignal;
};

/** A report with its attachments for 100,000 jobs takes some seconds to write. */
const WRITE_MS = 60_000;

/**
 * Takes a batch as far as it can go now: makes its jobs or, once they have all ended, reports them and ends the batch.
 * Gives the lease back. Source: docs/reference/states.md, "Batch".
 */
export async function workBatch(ctx: Context, ports: BatchPorts, work: BatchWork): Promise<void> {
  const { batchId, fence } = work;
  let batch = await loadBatch(ctx.db, batchId);
  let next: Step = true;
  let { kills } = work;
  while (batch) {
    next = await step(ctx, ports, { ...work, kills }, batch);
    if (next !== true) break;
    kills = 0; // the kills belonged to the state it has left
    ctx.changes.note({ batch: batchId });
    work.signal.throwIfAborted();
    batch = await loadBatch(ctx.db, batchId);
  }
  if (typeof next === "object") {
    await waitBatch(ctx.db, { batchId, fence, ...next, dueInMs: ctx.env.WAIT_RETRY_MS });
    ctx.changes.note({ batch: batchId });
    return;
  }
  // a state written by a newer version is left to that version: the batch stays due
  const dueInMs = batch && !BATCH_STATES.includes(batch.state) ? ctx.env.WAIT_RETRY_MS : null;
  await releaseLease(ctx.db, "batch", { id: batchId, fence, dueInMs });
  // the last job may have ended between the check and the release, and its wake-up may have found the batch leased
  const due = batch?.openJobs === true && (await wakeIfJobsEnded(ctx.db, batchId));
  ctx.changes.note({ batch: batchId, due });
}

/** True when there may be another step, false when there is none now; or what the batch waits for. */
type Step = boolean | Away;

async function step(ctx: Context, ports: BatchPorts, work: BatchWork, batch: BatchRecord): Promise<Step> {
  const { state } = batch;
  const over = work.kills >= MOST_KILLS ? worksOver(state, batch.expandedAt !== null) : null;
  if (over) {
    // it stays in its lane: its jobs run on, and nothing behind it may begin before the missing ones
    await stopBatch(ctx.db, { ...work, state, why: whyStandsStill(work.kills, over) });
    return false;
  }
  switch (state) {
    case "Processing":
      if (!batch.expandedAt) return expand(ctx, ports, work, batch);
      if (batch.openJobs) return false;
      await moveBatch(ctx.db, { ...by(work), from: "Processing", to: "Reporting" });
      return true;
    case "Reporting":
      if (batch.kind === "LedgerBatch" && (await tellsNobody(ctx, batch.profileVersionId))) {
        const to = batch.errorCode === null ? "Completed" : "Failed";
        await moveBatch(ctx.db, { ...by(work), from: "Reporting", to });
        return false;
      }
      return report(ctx, ports, work, { batch, from: "Reporting", kind: "full" });
    case "UpdateReporting":
      return report(ctx, ports, work, { batch, from: "UpdateReporting", kind: "update" });
    case "Failed":
      return startUpdate(ctx, ports, work, batch);
    default:
      return false;
  }
}

function by({ batchId, fence }: BatchWork) {
  return { batchId, fence, by: "worker", actor: "Waybill" } as const;
}

async function expand(ctx: Context, ports: BatchPorts, work: BatchWork, batch: BatchRecord): Promise<Step> {
  const settings = readProfileSettings(batch.settings);
  try {
    const { working, faultPoint } = ports;
    const { fence, signal } = work;
    const made = await whileThere(working.root, () =>
      expandBatch({ ctx, working, batch, settings, fence, signal, faultPoint }),
    );
    return "away" in made ? made.away : true;
  } catch (error) {
    if (!(error instanceof WaybillError) || error.entry.family !== "content") throw error;
    const fault = { code: error.code, message: error.message, problems: error.problems };
    await moveBatch(ctx.db, { ...by(work), from: "Processing", to: "Failed", fault });
    return true;
  }
}

type Reporting = {
  readonly batch: BatchRecord;
  readonly from: "Reporting" | "UpdateReporting";
  readonly kind: ReportKind;
};

async function report(
  ctx: Context,
  ports: BatchPorts,
  work: BatchWork,
  { batch, from, kind }: Reporting,
): Promise<boolean> {
  await ports.faultPoint("Reporting:before");
  const prepared = await prepareReport(ctx, ports, { batchId: work.batchId, kind });
  if (!prepared) {
    const to = tally((await countReportJobs(ctx.db, batch.id)).jobs, batch.errorCode !== null);
    await moveBatch(ctx.db, { ...by(work), from, to, reason: "Nothing has changed since the last report." });
    await dropPayload(ctx, ports.working, batch.id);
    return false;
  }
  await ctx.db.$transaction(
    async (tx) => {
      const saved = await insertReport(tx, prepared);
      await moveBatch(tx, { ...by(work), from, to: saved.batchState });
    },
    { timeout: WRITE_MS, maxWait: WRITE_MS },
  );
  await ports.faultPoint("Reporting:recorded");
  ctx.changes.note({ batch: work.batchId, mail: true, due: ["lane", "mail"] });
  await dropPayload(ctx, ports.working, work.batchId);
  return false;
}

/**
 * Handles a failed batch whose jobs have all ended. If it failed before it had jobs, it gets its report. If its re-runs
 * have ended, it gets an update report automatically when its profile says so and something has changed.
 */
async function startUpdate(
  ctx: Context,
  ports: BatchPorts,
  work: BatchWork,
  batch: BatchRecord,
): Promise<boolean> {
  if (!batch.expandedAt) {
    await reportUnreadable(ctx, ports, work.batchId);
    return false;
  }
  if (batch.openJobs || !readProfileSettings(batch.settings).automaticUpdateReport) return false;
  if (!(await hasNews(ctx.db, batch.id))) return false;
  await moveBatch(ctx.db, {
    ...by(work),
    from: "Failed",
    to: "UpdateReporting",
    reason: "Re-run jobs have ended.",
  });
  return true;
}

/** The report of a batch that failed at Processing; its state stays Failed. */
async function reportUnreadable(ctx: Context, ports: BatchPorts, batchId: string): Promise<void> {
  await ports.faultPoint("Reporting:before");
  const prepared = await prepareReport(ctx, ports, { batchId, kind: "full" });
  if (!prepared) return;
  await ctx.db.$transaction((tx) => insertReport(tx, prepared), { timeout: WRITE_MS, maxWait: WRITE_MS });
  ctx.changes.note({ batch: batchId, mail: true, due: ["lane", "mail"] });
  await dropPayload(ctx, ports.working, batchId);
}

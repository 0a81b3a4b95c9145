import { WaybillError } from "../../core/errors.ts";
import { jobTotals, OUTCOME_OF, type ReportedState, tally } from "../../core/report/tally.ts";
import type { Tx } from "../../prisma/client.ts";
import { findMailOfReport, insertMail } from "../../prisma/store/outbox/mail.ts";
import {
  countReportJobs,
  findReport,
  insertAttachment,
  insertReportRow,
  markTold,
} from "../../prisma/store/report.ts";
import type { PreparedReport } from "./prepare.ts";

/**
 * A report in the database. `mailId`: its row in the outbox; null when it has no recipients. `batchState`: the next
 * state of its batch.
 */
export type SavedReport = {
  readonly reportId: string;
  readonly mailId: string | null;
  readonly batchState: ReportedState;
};

type NewReport = Extract<PreparedReport, { readonly kind: "new" }>;

/**
 * Writes a prepared report with its attachments, its mail in the outbox, and what was reported about each job, in the
 * caller's transaction. Repeating a full report returns the existing one. 100,000 jobs take some seconds: give the
 * transaction a timeout of a minute. Publish `{ batch, mail: true, due: true }` after the commit.
 * @throws WaybillError `stale_state`: jobs have changed since it was prepared, or another update report was written in
 * between; roll back and prepare again
 */
export async function insertReport(tx: Tx, prepared: PreparedReport): Promise<SavedReport> {
  const batchState = prepared.facts.outcome === "OK" ? "Completed" : "Failed";
  if (prepared.kind === "saved" || !(await insertReportRow(tx, prepared))) {
    return { ...(await savedReport(tx, prepared)), batchState };
  }
  await checkUnchanged(tx, prepared);
  for (const file of prepared.attachments) await insertAttachment(tx, prepared.id, file);
  for (const page of prepared.told) {
    if ((await markTold(tx, prepared.facts.batchId, page)) !== page.ordinals.length) throw stale(prepared);
  }
  if (prepared.mail) await insertMail(tx, prepared.mail);
  return { reportId: prepared.id, mailId: prepared.mail?.id ?? null, batchState };
}

/** The report the batch already has. Only a full report may stand in for the prepared one. */
async function savedReport(
  tx: Tx,
  prepared: PreparedReport,
): Promise<{ reportId: string; mailId: string | null }> {
  if (prepared.kind === "new" && prepared.facts.kind === "update") throw stale(prepared);
  const report = await findReport(tx, prepared.facts.batchId, 1);
  if (!report || report.outcome !== prepared.facts.outcome) throw stale(prepared);
  const mail = await findMailOfReport(tx, report.id);
  return { reportId: report.id, mailId: mail?.id ?? null };
}

/** A full report counts every job; an update must only agree on how the batch ends, since others may be on their way. */
async function checkUnchanged(tx: Tx, { facts }: NewReport): Promise<void> {
  const { jobs } = await countReportJobs(tx, facts.batchId);
  const [now, then] = [jobTotals(jobs), facts.jobs];
  const sameCounts =
    then.completed === now.completed && then.failed === now.failed && then.total === now.total;
  const sameEnd = OUTCOME_OF[tally(jobs, facts.fault !== null)] === facts.outcome;
  if (!sameEnd || (facts.kind === "full" && !sameCounts)) throw stale({ facts });
}

function stale({ facts }: { readonly facts: { readonly batchId: string } }): WaybillError {
  return new WaybillError(
    "stale_state",
    `Jobs of batch ${facts.batchId} changed while its report was being prepared. It is prepared again.`,
  );
}

import type { CsvWriter, ReportRenderer } from "../../core/ports.ts";
import type { ReportFacts, ReportKind } from "../../core/report/facts.ts";
import type { Tx } from "../../prisma/client.ts";
import type { NewMail } from "../../prisma/store/outbox/mail.ts";
import type { ReportAttachment, ToldPage } from "../../prisma/store/report.ts";
import { findReport } from "../../prisma/store/report.ts";
import type { Context } from "../context.ts";
import { addressMail } from "./address-mail.ts";
import { composeFacts } from "./compose-facts.ts";
import { type ReportRead, readReport } from "./read.ts";

/** The outside world, as preparing a report needs it. */
export type ReportPorts = { readonly renderReport: ReportRenderer; readonly csv: CsvWriter };

/** A report ready to be written: a new one, or one the batch already has (`saved`, when repeating after a crash). */
export type PreparedReport =
  | { readonly kind: "saved"; readonly id: string; readonly facts: Pick<ReportFacts, "batchId" | "outcome"> }
  | {
      readonly kind: "new";
      readonly id: string;
      readonly facts: ReportFacts;
      readonly attachments: readonly ReportAttachment[];
      readonly told: readonly ToldPage[];
      readonly mail: NewMail | null;
    };

/** 100,000 jobs take some seconds to read and compress, or a minute on a busy machine. */
const READ_MS = 600_000;

/**
 * Builds a report of the batch without writing anything: facts, compressed attachments, rendered mail. Its own
 * read-only snapshot, so counts, files and mail agree. `full` when the batch has no report yet, whatever `kind` asks
 * for. Write it with `insertReport`.
 * @returns null for an `update` when nothing has changed since the last report
 * @throws WaybillError `not_found`
 */
export async function prepareReport(
  ctx: Context,
  ports: ReportPorts,
  input: { readonly batchId: string; readonly kind: ReportKind },
): Promise<PreparedReport | null> {
  const read = await ctx.db.$transaction((tx) => savedOrRead(tx, ports, input), {
    isolationLevel: "RepeatableRead",
    timeout: READ_MS,
    maxWait: READ_MS,
  });
  if ("saved" in read) return read.saved;
  if (read.kind === "update" && read.told.length === 0) return null;
  const facts = composeFacts(read, ctx.env, ctx.now());
  const id = ctx.uuid();
  const payload = await addressMail(ctx, ports.renderReport, read, facts);
  const mail = payload && {
    id: ctx.uuid(),
    dedupKey: `report:${facts.batchId}:${facts.number}`,
    batchId: facts.batchId,
    reportId: id,
    payload,
  };
  return { kind: "new", id, facts, attachments: read.attachments, told: read.told, mail };
}

async function savedOrRead(
  tx: Tx,
  { csv }: ReportPorts,
  input: { readonly batchId: string; readonly kind: ReportKind },
): Promise<ReportRead | { readonly saved: PreparedReport }> {
  const first = input.kind === "full" ? await findReport(tx, input.batchId, 1) : null;
  if (!first) return readReport(tx, csv, input);
  const outcome = first.outcome === "OK" ? "OK" : "FAIL";
  return { saved: { kind: "saved", id: first.id, facts: { batchId: input.batchId, outcome } } };
}

import { attachAs } from "../../core/report/attach-as.ts";
import { depositNotes } from "../../core/report/deposit-notes.ts";
import type { AttachmentFacts, ReportFacts } from "../../core/report/facts.ts";
import { jobTotals, OUTCOME_OF, tally } from "../../core/report/tally.ts";
import { type Env, publicUrl } from "../../lib/env.ts";
import { redact } from "../../lib/redact.ts";
import type { ReportRead } from "./read.ts";

/** The facts of a report from what was read. `now` is its end when no job has ended, as for an unreadable batch. */
export function composeFacts(read: ReportRead, env: Env, now: Date): ReportFacts {
  const { batch, number, kind } = read;
  const fault =
    batch.errorCode === null ? null : { code: batch.errorCode, message: mask(batch.errorMessage ?? "") };
  const { title } = depositNotes(batch.deposit);
  const attachments = attachmentFacts(read, env);
  return {
    batchId: batch.id,
    number,
    kind,
    outcome: OUTCOME_OF[tally(read.jobs, fault !== null)],
    jobs: jobTotals(read.jobs),
    told: read.told.reduce((sum, { ordinals }) => sum + ordinals.length, 0),
    listed: read.listed,
    warned: read.warned,
    replacing: read.replacing,
    fault,
    statusMessage: fault?.message ?? read.firstFailure,
    collection: batch.collection,
    title: title ? mask(title) : null,
    filename: mask(batch.payloadFilename),
    submitter: batch.submitter,
    userAgent: batch.userAgent,
    submittedAt: batch.createdAt.toISOString(),
    completedAt: (read.lastEndedAt ?? batch.endedAt ?? now).toISOString(),
    statusUrl: `${publicUrl(env)}/batches/${batch.id}`,
    attachAs: attachAs(attachments),
    attachments,
  };
}

function attachmentFacts({ batch, number, attachments }: ReportRead, env: Env): readonly AttachmentFacts[] {
  const folder = `${publicUrl(env)}/api/v1/batches/${batch.id}/reports/${number}`;
  return attachments.map(({ filename, size, gzip }) => ({
    filename,
    size,
    gzipSize: gzip.length,
    url: `${folder}/${filename}`,
  }));
}

function mask(text: string): string {
  return String(redact(text));
}

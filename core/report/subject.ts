import type { ReportFacts } from "./facts.ts";
import { ledgerWords } from "./ledger-words.ts";
import { printable } from "./printable.ts";

/** Most characters of a depositor's own text in a subject. */
const MOST_TITLE = 80;

/**
 * Subject of a report: `Ingest: OK|FAIL -- Batch processed|updated|not readable|invalid|refused|skipped: bid-...; title`. The title
 * is the deposit's title or its file name, at most 80 printable characters; mail filters match up to the semicolon.
 * Source: docs/reference/mail.md, "Subject".
 */
export function reportSubject(
  facts: Pick<ReportFacts, "batchId" | "kind" | "outcome" | "fault" | "title" | "filename">,
): string {
  const title = printable(facts.title ?? facts.filename, MOST_TITLE);
  return `Ingest: ${facts.outcome} -- ${whatHappened(facts)}: ${facts.batchId};${title ? ` ${title}` : ""}`;
}

function whatHappened({ kind, fault }: Pick<ReportFacts, "kind" | "fault">): string {
  if (kind === "update") return "Batch updated";
  if (!fault) return "Batch processed";
  return ledgerWords(fault)?.subject ?? "Batch not readable";
}

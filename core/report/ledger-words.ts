import type { ReportFacts } from "./facts.ts";

/** What the report of a signed batch says that its ledger, or a person, ended. By the code of its fault. */
const WORDS: Readonly<Record<string, { readonly subject: string; readonly headline: string }>> = {
  ledger_invalid: { subject: "Batch invalid", headline: "The ledger found the batch invalid." },
  ledger_rejected: { subject: "Batch refused", headline: "The ledger refused the batch." },
  skipped: { subject: "Batch skipped", headline: "An operator skipped the batch." },
};

/** Undefined for a batch that could not be read. */
export function ledgerWords(fault: NonNullable<ReportFacts["fault"]>) {
  return WORDS[fault.code];
}

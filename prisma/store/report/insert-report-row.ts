import type { ReportFacts } from "../../../core/report/facts.ts";
import type { Sql } from "../../sql.ts";

/** A report of number `facts.number`. False: the batch has one of that number already, and nothing was written. */
export async function insertReportRow(
  tx: Sql,
  report: { readonly id: string; readonly facts: ReportFacts },
): Promise<boolean> {
  const { id, facts } = report;
  const written = await tx.$executeRaw`
    INSERT INTO report (id, batch_id, number, outcome, facts)
    VALUES (${id}, ${facts.batchId}, ${facts.number}, ${facts.outcome}, ${JSON.stringify(facts)}::jsonb)
    ON CONFLICT (batch_id, number) DO NOTHING`;
  return written === 1;
}

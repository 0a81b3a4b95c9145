import type { Sql } from "../../sql.ts";

/** A report as the batch's page shows it. `attachments` without their bytes; `size` uncompressed. */
export type ReportRow = {
  readonly number: number;
  readonly outcome: string;
  readonly createdAt: Date;
  readonly mailId: string | null;
  readonly mailStatus: string | null;
  readonly attachments: readonly { readonly filename: string; readonly size: string }[];
};

/** All reports of a batch, oldest first, each with its mail and the names of its files. */
export async function listReportsOfBatch(tx: Sql, batchId: string): Promise<ReportRow[]> {
  return tx.$queryRaw<ReportRow[]>`
    SELECT report.number, report.outcome, report.created_at AS "createdAt", mail.id AS "mailId",
      mail.status AS "mailStatus",
      COALESCE((
        SELECT json_agg(json_build_object('filename', filename, 'size', size::text) ORDER BY filename)
        FROM report_attachment WHERE report_id = report.id
      ), '[]'::json) AS attachments
    FROM report
    LEFT JOIN outbox AS mail ON mail.report_id = report.id AND mail.kind = 'mail'
    WHERE report.batch_id = ${batchId}
    ORDER BY report.number`;
}

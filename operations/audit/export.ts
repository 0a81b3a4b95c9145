import { AUDIT_HEADINGS, auditCells } from "../../core/audit/csv-row.ts";
import type { AuditFilter } from "../../core/contracts/audit-requests.ts";
import type { CsvWriter } from "../../core/ports.ts";
import { listAudit, writeAudit } from "../../prisma/store/audit.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditRow } from "./row-view.ts";

const AT_ONCE = 500;

/**
 * Everything that matches the filters, newest first, as chunks of one CSV file. Only one chunk is in memory at a time,
 * and it is read when it is requested. The export itself is audited before the first chunk.
 * @throws WaybillError `not_allowed`
 */
export async function exportAudit(
  { db, actor }: Context,
  filter: AuditFilter,
  csv: CsvWriter,
): Promise<AsyncIterable<string>> {
  allow(actor, "read-audit");
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  await writeAudit(db, actor, {
    action: "audit.export",
    target: "audit",
    after: { filter: Object.fromEntries(given) },
  });
  async function* pieces(): AsyncGenerator<string> {
    yield csv([[...AUDIT_HEADINGS]], { first: true });
    for (let before: bigint | undefined; ; ) {
      const rows = (await listAudit(db, { filter, before, limit: AT_ONCE })).slice(0, AT_ONCE);
      if (rows.length > 0)
        yield csv(
          rows.map((row) => auditCells(auditRow(row))),
          { first: false },
        );
      before = rows.at(-1)?.id;
      if (rows.length < AT_ONCE) return;
    }
  }
  return pieces();
}

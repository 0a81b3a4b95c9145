import type { AuditQuery } from "../../core/contracts/audit-requests.ts";
import type { AuditPage } from "../../core/contracts/audit-views.ts";
import { isAppendOnly, listAudit as listAuditRows } from "../../prisma/store/audit.ts";
import { pageOf } from "../../prisma/store/page.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditRow } from "./row-view.ts";

/**
 * What people did, newest first.
 * @throws WaybillError `not_allowed`
 */
export async function listAudit(
  { db, actor }: Context,
  { cursor, limit, format: _, ...filter }: AuditQuery,
): Promise<AuditPage> {
  allow(actor, "read-audit");
  const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined;
  const [rows, appendOnly] = await Promise.all([
    listAuditRows(db, { filter, before, limit }),
    isAppendOnly(db),
  ]);
  return { ...pageOf(rows, limit, ({ id }) => id.toString(), auditRow), appendOnly };
}

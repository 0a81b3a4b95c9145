import { AuditQuery } from "../../core/contracts/audit-requests.ts";
import { listAudit } from "../../operations/audit/list.ts";
import { admins, type RouteRow } from "./route-row.ts";

/** What people did. */
export const AUDIT_ROWS: readonly RouteRow[] = [
  { route: "GET api/v1/audit", expect: admins, call: (ctx) => listAudit(ctx, AuditQuery.parse({})) },
];

import { AUDIT_ACTIONS, isAuditAction } from "../../core/audit/actions.ts";
import type { AuditRow } from "../../core/contracts/audit-views.ts";
import type { AuditListRow } from "../../prisma/store/audit.ts";

/** An act as an admin sees it. An act unknown to this version is shown by its code. */
export function auditRow(row: AuditListRow): AuditRow {
  const { id, at, action, reason, via, address, before, after } = row;
  const known = isAuditAction(action) ? AUDIT_ACTIONS[action] : undefined;
  return {
    id: id.toString(),
    at: at.toISOString(),
    actor: { id: row.actorId, name: row.actor, email: row.email },
    via,
    token: row.tokenId === null ? null : { id: row.tokenId, name: row.token ?? "" },
    address,
    action,
    kind: known?.kind ?? null,
    words: known?.words ?? action,
    target: { kind: known?.target ?? null, id: row.target, name: row.targetName },
    reason,
    before,
    after,
  };
}

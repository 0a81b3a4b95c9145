import type { AuditRow } from "../contracts/audit-views.ts";

/** The first line of the audit as CSV. */
export const AUDIT_HEADINGS = [
  "at",
  "who",
  "email",
  "person",
  "via",
  "token",
  "token_id",
  "address",
  "action",
  "what",
  "about",
  "target",
  "target_name",
  "reason",
  "before",
  "after",
] as const;

/** An act as cells below AUDIT_HEADINGS. What it changed is JSON. */
export function auditCells(row: AuditRow): string[] {
  const { actor, token, target } = row;
  return [
    row.at,
    actor.name,
    actor.email ?? "",
    actor.id ?? "",
    row.via,
    token?.name ?? "",
    token?.id ?? "",
    row.address ?? "",
    row.action,
    row.words,
    target.kind ?? "",
    target.id,
    target.name ?? "",
    row.reason ?? "",
    row.before === null ? "" : JSON.stringify(row.before),
    row.after === null ? "" : JSON.stringify(row.after),
  ];
}

import type { HoldView } from "../../core/contracts/views.ts";
import type { Hold } from "../../core/hold/hold.ts";

/** A hold as people see it. */
export function holdView(hold: Hold | null): HoldView | null {
  if (!hold) return null;
  return {
    at: hold.at.toISOString(),
    by: hold.by,
    reason: hold.reason,
    until: hold.until?.toISOString() ?? null,
  };
}

/** A hold as the audit keeps it. */
export function auditOf(hold: Hold | null | undefined): object {
  return { held: Boolean(hold), ...(hold ? holdView(hold) : {}) };
}

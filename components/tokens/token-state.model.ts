import type { TokenView } from "../../core/contracts/account-views.ts";

/** Whether a token still works. */
export function tokenState(token: TokenView, nowMs: number): "works" | "expired" | "revoked" {
  if (token.revokedAt !== null) return "revoked";
  return Date.parse(token.expiresAt) <= nowMs ? "expired" : "works";
}

import type { TokenView } from "../../core/contracts/views.ts";

/** Whether a token still works. */
export function tokenState(token: TokenView, nowMs: number): "works" | "ended" | "revoked" {
  if (token.revokedAt !== null) return "revoked";
  const ended = token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs;
  return ended ? "ended" : "works";
}

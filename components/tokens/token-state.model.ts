import type { TokenView } from "../../core/contracts/views.ts";

/** Whether a token still works. `nowMs` null: not known yet, so an end in the past is not judged. */
export function tokenState(token: TokenView, nowMs: number | null): "works" | "ended" | "revoked" {
  if (token.revokedAt !== null) return "revoked";
  const ended = nowMs !== null && token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs;
  return ended ? "ended" : "works";
}

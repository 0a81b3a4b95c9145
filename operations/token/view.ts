import { isScope } from "../../core/access/scopes.ts";
import type { TokenView } from "../../core/contracts/account-views.ts";
import type { TokenRow } from "../../prisma/store/token.ts";

/** A token as its owner sees it. */
export function tokenView(row: TokenRow): TokenView {
  const { id, name, hint, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  return {
    id,
    name,
    hint,
    scopes: scopes.filter(isScope),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

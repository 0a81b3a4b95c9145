import type { TokenView } from "../../core/contracts/views.ts";

type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** A token as its owner sees it. */
export function tokenView({
  id,
  name,
  hint,
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: TokenRow): TokenView {
  return {
    id,
    name,
    hint,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

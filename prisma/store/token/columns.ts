import { Prisma } from "../../generated/client.ts";

/** A token as its owner sees it; the secret itself is nowhere. */
export type TokenRow = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** Without an end, as older code makes a token while both run: a year. */
export const EXPIRES_AT = Prisma.sql`coalesce(expires_at, created_at + interval '1 year')`;

/** The columns of a TokenRow. */
export const TOKEN_COLUMNS = Prisma.sql`id, user_id AS "userId", name, hint, scopes, created_at AS "createdAt",
  ${EXPIRES_AT} AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

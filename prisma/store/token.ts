import type { Scope } from "../../core/access/scopes.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** A token as its owner sees it; the secret itself is not stored. */
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

/** A year for tokens without an expiry, which an older version may create while both run. */
const EXPIRES_AT = Prisma.sql`coalesce(expires_at, created_at + interval '1 year')`;

/** The columns of a TokenRow. */
const TOKEN_COLUMNS = Prisma.sql`id, user_id AS "userId", name, hint, scopes, created_at AS "createdAt",
  ${EXPIRES_AT} AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

/**
 * `hash`: SHA-256 of the secret, hexadecimal. `hint`: its first characters, to tell tokens apart. `lifeMs`: how long it
 * is valid, by the database's clock.
 */
export type NewToken = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly lifeMs: number;
};

export async function insertToken(tx: Sql, token: NewToken): Promise<TokenRow> {
  const [row] = await tx.$queryRaw<[TokenRow]>`
    INSERT INTO api_token (id, user_id, name, hash, hint, scopes, created_at, expires_at)
    SELECT ${token.id}, ${token.userId}, ${token.name}, ${token.hash}, ${token.hint}, ${[...token.scopes]}::text[],
      at, at + ${token.lifeMs}::float8 * interval '1 millisecond'
    FROM clock_timestamp() AS at
    RETURNING ${TOKEN_COLUMNS}`;
  return row;
}

/** One of a person's tokens, revoked or not. */
export async function findTokenRow(tx: Sql, id: string, userId: string): Promise<TokenRow | undefined> {
  const [row] = await tx.$queryRaw<TokenRow[]>`
    SELECT ${TOKEN_COLUMNS} FROM api_token WHERE id = ${id} AND user_id = ${userId}`;
  return row;
}

/** A person's tokens, newest first, including those that no longer work. */
export async function listTokenRows(tx: Sql, userId: string): Promise<TokenRow[]> {
  return tx.$queryRaw<TokenRow[]>`
    SELECT ${TOKEN_COLUMNS} FROM api_token WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC`;
}

/** How many of a person's tokens would work now if the account were open. */
export async function countWorkingTokens(tx: Sql, userId: string): Promise<number> {
  const [row] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM api_token
    WHERE user_id = ${userId} AND revoked_at IS NULL AND ${EXPIRES_AT} > clock_timestamp()`;
  return row.count;
}

/** Records that a token was used, at most once a minute, so that busy scripts do not cause constant writes. */
export async function markTokenUsed(tx: Sql, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE api_token SET last_used_at = clock_timestamp()
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`;
}

/** Ends one of a person's tokens at once; undefined when they have no such unrevoked token. */
export async function revokeTokenRow(
  tx: Sql,
  token: { readonly id: string; readonly userId: string },
): Promise<TokenRow | undefined> {
  const [row] = await tx.$queryRaw<TokenRow[]>`
    UPDATE api_token SET revoked_at = clock_timestamp()
    WHERE id = ${token.id} AND user_id = ${token.userId} AND revoked_at IS NULL
    RETURNING ${TOKEN_COLUMNS}`;
  return row;
}

/** Revokes all of a person's tokens at once. @returns how many */
export async function revokeAllTokens(tx: Sql, userId: string): Promise<number> {
  return tx.$executeRaw`
    UPDATE api_token SET revoked_at = clock_timestamp() WHERE user_id = ${userId} AND revoked_at IS NULL`;
}

import type { Scope } from "../../../core/access/scopes.ts";
import type { Sql } from "../../sql.ts";
import { TOKEN_COLUMNS, type TokenRow } from "./columns.ts";

/**
 * `hash`: SHA-256 of the secret, hexadecimal. `hint`: its first characters, to tell tokens apart. `lifeMs`: how long it
 * works, by the database's clock.
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

import type { Sql } from "../../sql.ts";
import { TOKEN_COLUMNS, type TokenRow } from "./columns.ts";

/** Ends one of a person's tokens at once; undefined when they have no such token that is not revoked. */
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

/** Ends all of a person's tokens at once. How many. */
export async function revokeAllTokens(tx: Sql, userId: string): Promise<number> {
  return tx.$executeRaw`
    UPDATE api_token SET revoked_at = clock_timestamp() WHERE user_id = ${userId} AND revoked_at IS NULL`;
}

import type { Sql } from "../../sql.ts";
import { TOKEN_COLUMNS, type TokenRow } from "./columns.ts";

/** One of a person's tokens, revoked or not. */
export async function findTokenRow(tx: Sql, id: string, userId: string): Promise<TokenRow | undefined> {
  const [row] = await tx.$queryRaw<TokenRow[]>`
    SELECT ${TOKEN_COLUMNS} FROM api_token WHERE id = ${id} AND user_id = ${userId}`;
  return row;
}

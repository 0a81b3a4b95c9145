import type { Sql } from "../../sql.ts";
import { TOKEN_COLUMNS, type TokenRow } from "./columns.ts";

/** A person's tokens, newest first, those that no longer work too. */
export async function listTokenRows(tx: Sql, userId: string): Promise<TokenRow[]> {
  return tx.$queryRaw<TokenRow[]>`
    SELECT ${TOKEN_COLUMNS} FROM api_token WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC`;
}

import type { Sql } from "../../sql.ts";
import { EXPIRES_AT } from "./columns.ts";

/** How many of a person's tokens work at this moment, were the account open. */
export async function countWorkingTokens(tx: Sql, userId: string): Promise<number> {
  const [row] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM api_token
    WHERE user_id = ${userId} AND revoked_at IS NULL AND ${EXPIRES_AT} > clock_timestamp()`;
  return row.count;
}

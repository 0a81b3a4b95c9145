import type { Sql } from "../../sql.ts";

/** Notes that a token was used, at most once a minute, so that busy scripts do not write all the time. */
export async function markTokenUsed(tx: Sql, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE api_token SET last_used_at = clock_timestamp()
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`;
}

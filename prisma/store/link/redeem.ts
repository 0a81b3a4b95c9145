import type { Sql } from "../../sql.ts";

/** Uses up the link of this hash. False: it was used, replaced, or has ended meanwhile. */
export async function redeemLinkRow(tx: Sql, hash: string): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE account_link SET used_at = clock_timestamp()
    WHERE hash = ${hash} AND used_at IS NULL AND expires_at > clock_timestamp()`;
  return used === 1;
}

/** The person has no link any more. */
export async function dropLink(tx: Sql, userId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM account_link WHERE user_id = ${userId}`;
}

import type { Sql } from "../../sql.ts";

/** Ends one session of a person at once. False: there is none of this id. */
export async function endSessionRow(
  tx: Sql,
  session: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    DELETE FROM session WHERE id = ${session.id} AND user_id = ${session.userId}`;
  return ended === 1;
}

/** Ends all sessions of a person at once, but for one. How many that still worked. */
export async function endAllSessions(tx: Sql, userId: string, but?: string): Promise<number> {
  const ended = await tx.$queryRaw<{ worked: boolean }[]>`
    DELETE FROM session WHERE user_id = ${userId} AND id IS DISTINCT FROM ${but ?? null}::text
    RETURNING expires_at > clock_timestamp() AS worked`;
  return ended.filter(({ worked }) => worked).length;
}

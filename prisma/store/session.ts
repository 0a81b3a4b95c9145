import type { Sql } from "../sql.ts";

export type SessionRow = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
};

/** A person's active sessions, newest first. */
export async function listSessionRows(tx: Sql, userId: string): Promise<SessionRow[]> {
  return tx.$queryRaw<SessionRow[]>`
    SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", ip_address AS "ipAddress", user_agent AS "userAgent"
    FROM session WHERE user_id = ${userId} AND expires_at > clock_timestamp()
    ORDER BY created_at DESC, id DESC`;
}

/** Ends one session of a person at once. False: there is none of this id. */
export async function endSessionRow(
  tx: Sql,
  session: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    DELETE FROM session WHERE id = ${session.id} AND user_id = ${session.userId}`;
  return ended === 1;
}

/** Ends all sessions of a person at once, except one. @returns how many were still active */
export async function endAllSessions(tx: Sql, userId: string, but?: string): Promise<number> {
  const ended = await tx.$queryRaw<{ worked: boolean }[]>`
    DELETE FROM session WHERE user_id = ${userId} AND id IS DISTINCT FROM ${but ?? null}::text
    RETURNING expires_at > clock_timestamp() AS worked`;
  return ended.filter(({ worked }) => worked).length;
}

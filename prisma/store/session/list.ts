import type { Sql } from "../../sql.ts";

export type SessionRow = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
};

/** A person's sessions that still work, newest first. */
export async function listSessionRows(tx: Sql, userId: string): Promise<SessionRow[]> {
  return tx.$queryRaw<SessionRow[]>`
    SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", ip_address AS "ipAddress", user_agent AS "userAgent"
    FROM session WHERE user_id = ${userId} AND expires_at > clock_timestamp()
    ORDER BY created_at DESC, id DESC`;
}

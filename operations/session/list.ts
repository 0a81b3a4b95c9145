import type { SessionView } from "../../core/contracts/account-views.ts";
import type { Tx } from "../../prisma/client.ts";
import { listSessionRows } from "../../prisma/store/session.ts";

/** A person's active sessions, newest first. `currentId`: the one making the request. */
export async function listSessions(
  tx: Tx,
  userId: string,
  currentId: string | undefined,
): Promise<SessionView[]> {
  const rows = await listSessionRows(tx, userId);
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

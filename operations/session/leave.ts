import { writeAudit } from "../../prisma/store/audit.ts";
import { endSessionRow } from "../../prisma/store/session.ts";
import type { Context } from "../context.ts";

/** Signs out: ends the session making the request. Writes nothing when it has already ended. */
export async function leaveSession({ db, actor, changes }: Context): Promise<void> {
  const { id: userId, sessionId } = actor;
  if (sessionId === undefined) return;
  await db.$transaction(async (tx) => {
    if (await endSessionRow(tx, { id: sessionId, userId }))
      await writeAudit(tx, actor, { action: "session.leave", target: userId });
  });
  changes.note({ people: true });
}

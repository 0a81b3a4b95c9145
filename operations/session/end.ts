import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { endAllSessions, endSessionRow } from "../../prisma/store/session.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";

type Ended = { readonly ended: number };

/**
 * Ends one session at once: the actor's own or, for an admin, anybody's.
 * @throws WaybillError `session_needed`, `not_allowed`, `not_found`
 */
export async function endSession(
  ctx: Context,
  { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
): Promise<Ended> {
  const { db, actor, changes } = ctx;
  mayEnd(ctx, personId);
  await db.$transaction(async (tx) => {
    if (!(await endSessionRow(tx, { id: sessionId, userId: personId })))
      throw new WaybillError("not_found", "There is no such session; it may have ended already.");
    await writeAudit(tx, actor, { action: "session.end", target: personId, after: { ended: 1 } });
  });
  changes.note({ people: true });
  return { ended: 1 };
}

/**
 * Ends all sessions of a person at once, except the one making the request. Writes nothing when there are none.
 * @throws WaybillError `session_needed`, `not_allowed`
 */
export async function endSessions(ctx: Context, personId: string): Promise<Ended> {
  const { db, actor, changes } = ctx;
  mayEnd(ctx, personId);
  const ended = await db.$transaction(async (tx) => {
    const count = await endAllSessions(tx, personId, actor.sessionId);
    if (count > 0)
      await writeAudit(tx, actor, { action: "session.end", target: personId, after: { ended: count } });
    return count;
  });
  changes.note({ people: true });
  return { ended };
}

function mayEnd({ actor }: Context, personId: string): void {
  needSession(actor);
  if (personId !== actor.id) allow(actor, "manage-people");
}

import type { Attempts } from "../../core/access/attempts.ts";
import { tooManyPasswords } from "../../core/access/too-many-passwords.ts";
import { PasswordRequest } from "../../core/contracts/account-requests.ts";
import type { PasswordChanged } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { hashPassword } from "../../lib/password.ts";
import { tryPassword } from "../../lib/try-password.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { dropLink } from "../../prisma/store/link.ts";
import { findPasswordHash, lockPerson, setPassword } from "../../prisma/store/person.ts";
import { endAllSessions } from "../../prisma/store/session.ts";
import { revokeAllTokens } from "../../prisma/store/token.ts";
import { needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { requireGoodPassword } from "../person/require-good-password.ts";
import { getPersonView } from "../person/view.ts";

/**
 * Changes the actor's own password, given the old one. Ends all other sessions and any open link, and, on request, all
 * tokens. `tries`: limits wrong passwords per person, since somebody who has taken over a session could guess.
 * @throws WaybillError `session_needed`, `password_wrong`, `password_common`, `too_many_requests`, `stale_state`;
 * ZodError
 */
export async function changePassword(
  { db, actor, now, changes }: Context,
  request: PasswordRequest,
  tries: Attempts,
): Promise<PasswordChanged> {
  needSession(actor);
  const { currentPassword, newPassword, revokeTokens } = PasswordRequest.parse(request);
  const kept = await findPasswordHash(db, actor.id);
  await requireRight(kept, currentPassword, { tries, id: actor.id, nowMs: now().getTime() });
  await requireGoodPassword(newPassword, await getPersonView(db, actor.id));
  const passwordHash = await hashPassword(newPassword, { isKnown: true });
  const changed = await db.$transaction(async (tx) => {
    await lockPerson(tx, actor.id);
    if ((await findPasswordHash(tx, actor.id)) !== kept)
      throw new WaybillError("stale_state", "The password has just been changed elsewhere. Sign in again.");
    await setPassword(tx, actor.id, passwordHash);
    await dropLink(tx, actor.id);
    const sessionsEnded = await endAllSessions(tx, actor.id, actor.sessionId);
    const tokensRevoked = revokeTokens ? await revokeAllTokens(tx, actor.id) : 0;
    const after = { sessionsEnded, tokensRevoked };
    await writeAudit(tx, actor, { action: "account.password", target: actor.id, after });
    return after;
  });
  changes.note({ people: true });
  return changed;
}

async function requireRight(
  kept: string | undefined,
  password: string,
  { tries, id, nowMs }: { readonly tries: Attempts; readonly id: string; readonly nowMs: number },
): Promise<void> {
  const waitMs = tries.take(id, nowMs);
  if (waitMs > 0) throw tooManyPasswords(nowMs, waitMs);
  const notWrong = () => tries.giveBack(id);
  const isRight = kept !== undefined && (await tryPassword({ kept, password, isKnown: true, notWrong }));
  if (!isRight) throw new WaybillError("password_wrong", "The current password is wrong.");
}

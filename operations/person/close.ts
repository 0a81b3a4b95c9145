import { REFUSALS, refuseClosing } from "../../core/access/change-person.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { dropLink } from "../../prisma/store/link.ts";
import { closeRow, lockAdminsAnd } from "../../prisma/store/person.ts";
import { endAllSessions } from "../../prisma/store/session.ts";
import { revokeAllTokens } from "../../prisma/store/token.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { personFacts } from "./facts.ts";
import { getPersonView } from "./view.ts";

/**
 * Closes an account: nobody can sign in with it, and its sessions, tokens and link end at once. The person's deposits
 * go on. At least one admin who can sign in always remains.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found`, `own_account`, `last_admin`, `already_closed`
 */
export async function closeAccount(
  { db, actor, changes }: Context,
  { personId, reason }: { readonly personId: string; readonly reason: string },
): Promise<PersonView> {
  allow(actor, "manage-people");
  needSession(actor);
  const after = await db.$transaction(async (tx) => {
    const otherAdmins = await lockAdminsAnd(tx, personId);
    const before = await getPersonView(tx, personId);
    const refusal = refuseClosing(actor.id, personFacts(before, otherAdmins));
    if (refusal) throw new WaybillError(refusal, REFUSALS[refusal]);
    await closeRow(tx, personId, { by: actor.name, reason });
    await dropLink(tx, personId);
    const sessionsEnded = await endAllSessions(tx, personId);
    const tokensRevoked = await revokeAllTokens(tx, personId);
    await writeAudit(tx, actor, {
      action: "person.close",
      target: personId,
      reason,
      before: { state: before.state },
      after: { state: "closed", sessionsEnded, tokensRevoked },
    });
    return getPersonView(tx, personId);
  });
  changes.note({ people: true });
  return after;
}

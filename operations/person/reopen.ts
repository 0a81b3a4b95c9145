import { REFUSALS, refuseReopening } from "../../core/access/change-person.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockPerson, reopenRow } from "../../prisma/store/person.ts";
import { endAllSessions } from "../../prisma/store/session.ts";
import { revokeAllTokens } from "../../prisma/store/token.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { getPersonView } from "./view.ts";

/**
 * Reopens a closed account, with its password, role and collections. Sessions and tokens stay ended, even a session
 * created while the account was being closed.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found`, `not_closed`
 */
export async function reopenAccount(
  { db, actor, changes }: Context,
  { personId, reason }: { readonly personId: string; readonly reason?: string | undefined },
): Promise<PersonView> {
  allow(actor, "manage-people");
  needSession(actor);
  const after = await db.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    const before = await getPersonView(tx, personId);
    const refusal = refuseReopening({ isClosed: before.state === "closed" });
    if (refusal) throw new WaybillError(refusal, REFUSALS[refusal]);
    await endAllSessions(tx, personId);
    await revokeAllTokens(tx, personId);
    await reopenRow(tx, personId);
    const opened = await getPersonView(tx, personId);
    await writeAudit(tx, actor, {
      action: "person.reopen",
      target: personId,
      reason,
      before: { state: "closed" },
      after: { state: opened.state },
    });
    return opened;
  });
  changes.note({ people: true });
  return after;
}

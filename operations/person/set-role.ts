import { REFUSALS, refuseRole } from "../../core/access/change-person.ts";
import type { Role } from "../../core/access/roles.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockAdminsAnd, setRoleRow } from "../../prisma/store/person.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { personFacts } from "./facts.ts";
import { getPersonView } from "./view.ts";

/**
 * Changes a person's role; it takes effect with their next request. Granted collections are kept, and count again if
 * the person becomes a depositor. At least one admin who can sign in always remains.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found`, `own_account`, `last_admin`, `nothing_changed`
 */
export async function setRole(
  { db, actor, changes }: Context,
  { personId, role }: { readonly personId: string; readonly role: Role },
): Promise<PersonView> {
  allow(actor, "manage-people");
  needSession(actor);
  const after = await db.$transaction(async (tx) => {
    const otherAdmins = await lockAdminsAnd(tx, personId);
    const before = await getPersonView(tx, personId);
    const refusal = refuseRole(actor.id, personFacts(before, otherAdmins), role);
    if (refusal) throw new WaybillError(refusal, REFUSALS[refusal]);
    await setRoleRow(tx, personId, role);
    await writeAudit(tx, actor, {
      action: "person.role",
      target: personId,
      before: { role: before.role },
      after: { role },
    });
    return getPersonView(tx, personId);
  });
  changes.note({ people: true });
  return after;
}

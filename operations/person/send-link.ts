import type { MadeLinkView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockPerson } from "../../prisma/store/person.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { makeLink } from "../link/make.ts";
import { getPersonView } from "./view.ts";

/**
 * Creates a one-time link for a person: an invitation while they have no password, otherwise a password reset. It
 * replaces any earlier link. If there is a mail server, it is also mailed. Its address is in this answer only, so that
 * it can be passed on.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found`, `already_closed`
 */
export async function sendLink(ctx: Context, personId: string): Promise<MadeLinkView> {
  const { db, actor, changes } = ctx;
  allow(actor, "manage-people");
  needSession(actor);
  const link = await db.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    const person = await getPersonView(tx, personId);
    if (person.state === "closed")
      throw new WaybillError("already_closed", "This account is closed. Reopen it first.");
    const kind = person.state === "invited" ? "invitation" : "reset";
    const made = await makeLink(ctx, tx, { person, kind, by: actor.name });
    const { expiresAt, mailed } = made;
    await writeAudit(tx, actor, {
      action: "person.link",
      target: personId,
      after: { kind, expiresAt, mailed },
    });
    return made;
  });
  changes.note({ mail: link.mailed, due: link.mailed });
  return link;
}

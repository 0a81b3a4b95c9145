import type { GrantRequest } from "../../core/contracts/account-requests.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockPerson, setGrants } from "../../prisma/store/person.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { collectionIds } from "./collection-ids.ts";
import { getPersonView } from "./view.ts";

/**
 * Replaces a person's granted collections with the named ones. Takes effect with the person's next request.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found`, `unknown_collection`
 */
export async function grantCollections(
  { db, actor, changes }: Context,
  { personId, collections }: GrantRequest & { readonly personId: string },
): Promise<PersonView> {
  allow(actor, "manage-people");
  needSession(actor);
  const granted = await db.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    const before = await getPersonView(tx, personId);
    await setGrants(tx, personId, {
      collectionIds: await collectionIds(tx, collections),
      grantedBy: actor.name,
    });
    const after = await getPersonView(tx, personId);
    await writeAudit(tx, actor, {
      action: "person.grant",
      target: personId,
      before: { collections: before.collections },
      after: { collections: after.collections },
    });
    return after;
  });
  changes.note({ people: true });
  return granted;
}

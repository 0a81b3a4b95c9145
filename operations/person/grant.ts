import type { GrantRequest } from "../../core/contracts/requests.ts";
import type { PersonView } from "../../core/contracts/views.ts";
import { QueueError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit/write.ts";
import { findPersonRow } from "../../prisma/store/person/list.ts";
import { lockPerson } from "../../prisma/store/person/lock.ts";
import { setGrants } from "../../prisma/store/person/set-grants.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { collectionIds } from "./collection-ids.ts";
import { personView } from "./view.ts";

/**
 * Makes the named collections the only ones a person is granted. Takes effect with the person's next request.
 * @throws QueueError `not_allowed`, `not_found`, `unknown_collection`
 */
export async function grantCollections(
  { db, actor }: Context,
  { personId, collections }: GrantRequest & { readonly personId: string },
): Promise<PersonView> {
  allow(actor, "manage-people");
  return db.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    const before = await getPerson(tx, personId);
    await setGrants(tx, personId, {
      collectionIds: await collectionIds(tx, collections),
      grantedBy: actor.name,
    });
    const after = await getPerson(tx, personId);
    await writeAudit(tx, actor, {
      action: "person.grant",
      target: personId,
      before: { collections: before.collections },
      after: { collections: after.collections },
    });
    return after;
  });
}

async function getPerson(tx: Tx, id: string): Promise<PersonView> {
  const row = await findPersonRow(tx, id);
  if (!row) throw new QueueError("not_found", "There is no such person.");
  return personView(row);
}

import { PersonRequest } from "../../core/contracts/requests.ts";
import type { PersonView } from "../../core/contracts/views.ts";
import { QueueError } from "../../core/errors.ts";
import { hashPassword } from "../../lib/password.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit/write.ts";
import { insertPerson } from "../../prisma/store/person/insert.ts";
import { findPersonRow } from "../../prisma/store/person/list.ts";
import { setGrants } from "../../prisma/store/person/set-grants.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { collectionIds } from "./collection-ids.ts";
import { personView } from "./view.ts";

/**
 * Makes a person who can sign in with e-mail and password, in the tables and format better-auth reads. There is no
 * sign-up: this is the only way in.
 * @throws QueueError `not_allowed`, `email_taken`, `unknown_collection`; ZodError when the request does not fit
 */
export async function createPerson(ctx: Context, request: PersonRequest): Promise<PersonView> {
  const { db, actor, uuid } = ctx;
  allow(actor, "manage-people");
  const { name, email, password, role, collections } = PersonRequest.parse(request);
  const person = { id: uuid(), accountId: uuid(), name, email: email.toLowerCase(), role };
  const passwordHash = await hashPassword(password, { isKnown: true });
  return db.$transaction(async (tx) => {
    const ids = await collectionIds(tx, collections);
    if (!(await insertPerson(tx, { ...person, passwordHash }))) {
      throw new QueueError("email_taken", `${person.email} belongs to somebody already.`);
    }
    await setGrants(tx, person.id, { collectionIds: ids, grantedBy: actor.name });
    await writeAudit(tx, actor, {
      action: "person.create",
      target: person.id,
      after: { name, email: person.email, role, collections },
    });
    return personView(await madePerson(tx, person.id));
  });
}

async function madePerson(tx: Tx, id: string) {
  const row = await findPersonRow(tx, id);
  if (!row) throw new QueueError("not_found", "The person is gone again.");
  return row;
}

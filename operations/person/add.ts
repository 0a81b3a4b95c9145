import type { Role } from "../../core/access/roles.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { insertPerson, setGrants } from "../../prisma/store/person.ts";
import type { Context } from "../context.ts";
import { collectionIds } from "./collection-ids.ts";
import { getPersonView } from "./view.ts";

type Added = {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly collections: readonly string[];
  readonly passwordHash?: string;
  readonly action: "person.create" | "person.invite";
};

/**
 * Creates a person with grants and an audit row. There is no sign-up: this is the only way to get an account.
 * @throws WaybillError `email_taken`, `unknown_collection`
 */
export async function addPerson({ actor, uuid }: Context, tx: Tx, added: Added): Promise<PersonView> {
  const { name, role, collections, passwordHash, action } = added;
  const [id, email] = [uuid(), added.email.toLowerCase()];
  const ids = await collectionIds(tx, collections);
  if (!(await insertPerson(tx, { id, name, email, role, ...(passwordHash && { passwordHash }) }))) {
    throw new WaybillError("email_taken", `${email} belongs to somebody already.`);
  }
  await setGrants(tx, id, { collectionIds: ids, grantedBy: actor.name });
  await writeAudit(tx, actor, { action, target: id, after: { name, email, role, collections } });
  return getPersonView(tx, id);
}

import type { PersonView } from "../../core/contracts/views.ts";
import { listPersonRows } from "../../prisma/store/person/list.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { personView } from "./view.ts";

/**
 * Everybody who can sign in, by name.
 * @throws QueueError `not_allowed`
 */
export async function listPeople({ db, actor }: Context): Promise<PersonView[]> {
  allow(actor, "manage-people");
  return (await listPersonRows(db)).map(personView);
}

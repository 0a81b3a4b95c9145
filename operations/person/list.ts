import type { PersonView } from "../../core/contracts/account-views.ts";
import { listPersonRows } from "../../prisma/store/person.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { personView } from "./view.ts";

/**
 * Everyone who has an account, by name, including invited and closed ones.
 * @throws WaybillError `not_allowed`, `session_needed`
 */
export async function listPeople({ db, actor }: Context): Promise<PersonView[]> {
  allow(actor, "manage-people");
  needSession(actor);
  return (await listPersonRows(db)).map(personView);
}

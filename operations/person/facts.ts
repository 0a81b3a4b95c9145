import type { PersonFacts } from "../../core/access/change-person.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";

/** A person, with the facts the rules about accounts need. `otherAdmins`: counted under the lock. */
export function personFacts({ id, role, state }: PersonView, otherAdmins: number): PersonFacts {
  return { id, role, isClosed: state === "closed", otherAdmins };
}

import type { ErrorCode } from "../errors.ts";
import type { Role } from "./roles.ts";

/** A person as an act on their account looks at them. `otherAdmins`: how many more admins can sign in. */
export type PersonFacts = {
  readonly id: string;
  readonly role: string;
  readonly isClosed: boolean;
  readonly otherAdmins: number;
};

/** Why an act is refused; undefined when it is not. */
type Refusal = Extract<
  ErrorCode,
  "own_account" | "last_admin" | "nothing_changed" | "already_closed" | "not_closed"
>;

/** May this person be given that role by the actor? Nobody changes the own one, and an admin who can sign in remains. */
export function refuseRole(actorId: string, person: PersonFacts, role: Role): Refusal | undefined {
  if (person.role === role) return "nothing_changed";
  if (person.id === actorId) return "own_account";
  return isLastAdmin(person) ? "last_admin" : undefined;
}

/** May the actor close this account? Not the own one, not the last admin's, not twice. */
export function refuseClosing(actorId: string, person: PersonFacts): Refusal | undefined {
  if (person.isClosed) return "already_closed";
  if (person.id === actorId) return "own_account";
  return isLastAdmin(person) ? "last_admin" : undefined;
}

export function refuseReopening(person: Pick<PersonFacts, "isClosed">): Refusal | undefined {
  return person.isClosed ? undefined : "not_closed";
}

/** The sentences of these refusals. */
export const REFUSALS = {
  own_account: "You cannot change your own role or close your own account. Ask another admin.",
  last_admin:
    "This is the last admin who can sign in. Make someone else an admin first, and let them choose a password.",
  nothing_changed: "The person already has this role.",
  already_closed: "This account is already closed.",
  not_closed: "This account is open.",
} as const satisfies Record<Refusal, string>;

function isLastAdmin({ role, isClosed, otherAdmins }: PersonFacts): boolean {
  return role === "admin" && !isClosed && otherAdmins === 0;
}

import { type Action, type Actor, can, type Role } from "../../core/access/roles.ts";

/** Who looks at the console, and what it offers them. The server decides again at every request. */
export type Viewer = {
  readonly name: string;
  readonly role: Role;
  readonly may: Readonly<Record<Offer, boolean>>;
};

const OFFERS = [
  "deposit",
  "resume-job",
  "delete",
  "hold-collection",
  "make-lane",
  "read-profile",
  "change-profile",
  "read-mail",
  "redeliver-callback",
  "manage-callback-secrets",
  "manage-people",
  "manage-own-tokens",
  "run-check",
] as const satisfies readonly Action[];
type Offer = (typeof OFFERS)[number];

/** What the browser is told about the person who is signed in. */
export function viewerOf(actor: Actor): Viewer {
  const may = Object.fromEntries(OFFERS.map((offer) => [offer, can(actor, offer)])) as Record<Offer, boolean>;
  return { name: actor.name, role: actor.role, may };
}

/** Nobody. */
export const NOBODY: Viewer = viewerOf({ id: "", name: "", role: "viewer", via: "session", grants: [] });

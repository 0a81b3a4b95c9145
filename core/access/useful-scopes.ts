import type { Role } from "./roles.ts";
import { SCOPES, type Scope } from "./scopes.ts";

/** The scopes a role has any use for; a token gets no others. */
const USEFUL = {
  admin: SCOPES,
  operator: ["read", "deposit", "operate", "tasks"],
  depositor: ["read", "deposit"],
  viewer: [],
} as const satisfies Record<Role, readonly Scope[]>;

export function scopesOf(role: Role): readonly Scope[] {
  return USEFUL[role];
}

import { ROLES, type Role } from "../../core/access/roles.ts";
import type { InviteRequest } from "../../core/contracts/account-requests.ts";

/** What each role is, for the choice. */
export const ROLE_WORDS = {
  admin: "Admin: everything, including who may sign in",
  operator: "Operator: everything but people",
  depositor: "Depositor: deposits to chosen collections",
  viewer: "Viewer: reads everything, changes nothing",
} as const satisfies Record<Role, string>;

export function readRole(value: string): Role {
  return ROLES.find((role) => role === value) ?? "viewer";
}

/** The filled-in form as a request. Only depositors have collections of their own. */
export function inviteRequest(form: FormData, role: Role, collections: readonly string[]): InviteRequest {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return {
    name: text("name"),
    email: text("email"),
    role,
    collections: role === "depositor" ? [...collections] : [],
  };
}

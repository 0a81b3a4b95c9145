import { ROLES, type Role } from "../../core/access/roles.ts";
import type { PersonRequest } from "../../core/contracts/requests.ts";

export const PASSWORD_LEAST = 12;

/** What each role is, for the choice. */
export const ROLE_WORDS = {
  admin: "Admin: everything, and who may sign in",
  operator: "Operator: everything but people",
  depositor: "Depositor: deposits to chosen collections",
  viewer: "Viewer: reads everything, changes nothing",
} as const satisfies Record<Role, string>;

export function readRole(value: string): Role {
  return ROLES.find((role) => role === value) ?? "viewer";
}

/** The filled-in form as a request. Only depositors have collections of their own. */
export function personRequest(form: FormData, role: Role, collections: readonly string[]): PersonRequest {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name").trim(),
    email: text("email").trim(),
    password: text("password"),
    role,
    collections: role === "depositor" ? [...collections] : [],
  };
}

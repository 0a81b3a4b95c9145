import { type Action, type Actor, can } from "../core/access/roles.ts";
import type { RouteName } from "../core/access/route-needs.ts";
import { ROUTE_NEEDS } from "../core/access/route-needs.ts";
import type { Scope } from "../core/access/scopes.ts";
import { WaybillError } from "../core/errors.ts";

/**
 * Refuses actions the actor may not take. In a collection the actor cannot read, the thing is "not found", so that
 * nobody learns what exists elsewhere.
 * @throws WaybillError `not_allowed`, `not_found`
 */
export function allow(actor: Actor, action: Action, collectionId?: string): void {
  if (collectionId !== undefined && !can(actor, "read", collectionId)) {
    throw new WaybillError("not_found", "There is nothing here, or you cannot see it.");
  }
  if (!can(actor, action, collectionId)) {
    throw new WaybillError("not_allowed", `Your role (${actor.role}) cannot do this here.`);
  }
}

/**
 * Refuses API tokens, so that a leaked one can neither create further tokens nor lock anybody out.
 * @throws WaybillError `session_needed`
 */
export function needSession(actor: Actor): void {
  if (actor.via !== "token") return;
  throw new WaybillError(
    "session_needed",
    "People, passwords, sessions and tokens are managed while signed in, never with an API token. Use the console.",
  );
}

/**
 * Refuses a token that lacks the scope a route needs.
 * @throws WaybillError `session_needed`, `scope_missing`
 */
export function allowRoute(actor: Actor, route: RouteName): void {
  if (actor.via !== "token") return;
  const need = ROUTE_NEEDS[route];
  if (need === "session") needSession(actor);
  else if (!actor.scopes?.includes(need)) throw scopeMissing(need);
}

function scopeMissing(need: Scope): WaybillError {
  return new WaybillError(
    "scope_missing",
    `This API token lacks the scope ${need}. Create a token that has it.`,
  );
}

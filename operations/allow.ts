import { type Action, type Actor, can } from "../core/access/roles.ts";
import { QueueError } from "../core/errors.ts";

/**
 * Refuses what the actor may not do. In a collection the actor cannot even read, the thing is "not found", so that
 * nobody learns what exists elsewhere.
 * @throws QueueError `not_allowed`, `not_found`
 */
export function allow(actor: Actor, action: Action, collectionId?: string): void {
  if (collectionId !== undefined && !can(actor, "read", collectionId)) {
    throw new QueueError("not_found", "There is nothing here, or you cannot see it.");
  }
  if (!can(actor, action, collectionId)) {
    throw new QueueError("not_allowed", `Your role (${actor.role}) cannot do this here.`);
  }
}

import type { ChangeNote } from "../contracts/views.ts";
import { type Actor, can, reachOf } from "./roles.ts";

/** What changed, as a process announces it. `more`: there were too many to name. */
export type AnyChange = {
  readonly batches: readonly string[];
  readonly jobs: readonly string[];
  readonly mails: boolean;
  readonly lanes: boolean;
  readonly collections: boolean;
  readonly tasks: boolean;
  readonly more: boolean;
};

/**
 * What an actor may be told of a change; undefined when it is nothing. Ids of things the actor may not read are left
 * out, so that nobody learns that they exist.
 * @param collectionOf the collection of a batch or job; undefined when unknown, which nobody with a narrow reach sees
 */
export function narrowChange(
  change: AnyChange,
  actor: Actor,
  collectionOf: (id: string) => string | undefined,
): ChangeNote | undefined {
  const seesAll = reachOf(actor, "read") === "all";
  const visible = (id: string) => {
    const collection = seesAll ? undefined : collectionOf(id);
    return seesAll || (collection !== undefined && can(actor, "read", collection));
  };
  const batches = change.batches.filter(visible);
  const jobs = change.jobs.filter(visible);
  const mails = change.mails && can(actor, "read-mail");
  const reads = can(actor, "read");
  const [lanes, collections, more] = [
    change.lanes && reads,
    change.collections && reads,
    change.more && reads,
  ];
  const tasks = change.tasks && can(actor, "run-tasks");
  const flags = { lanes, collections, tasks, more };
  const isTold = batches.length + jobs.length > 0 || mails || Object.values(flags).includes(true);
  if (!isTold) return undefined;
  return {
    batches,
    jobs,
    mails,
    ...(lanes && { lanes }),
    ...(collections && { collections }),
    ...(tasks && { tasks }),
    ...(more && { more }),
  };
}

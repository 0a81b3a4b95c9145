import { QueueError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";

/** What somebody waits for, as pages show it. */
export type Away = { readonly code: "storage_away"; readonly why: string };

/**
 * Does what needs a storage root, and lets its result or its fault count only if the root was there before and after: of
 * what went into a mount point, or was not found in one, nothing is concluded. What was written to the database meanwhile
 * must bear being done again. Errors: those of `work`, when they are its own.
 */
export async function whileThere<T>(
  root: StorageRoot,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly away: Away }> {
  const before = await root.findFault();
  if (before) return { away: { code: "storage_away", why: before.message } };
  try {
    const done = await work();
    const after = await root.findFault();
    return after ? { away: { code: "storage_away", why: after.message } } : { done };
  } catch (error) {
    if (error instanceof QueueError && error.code === "storage_away")
      return { away: { code: "storage_away", why: error.message } };
    const after = await root.findFault();
    if (after) return { away: { code: "storage_away", why: after.message } };
    throw error;
  }
}

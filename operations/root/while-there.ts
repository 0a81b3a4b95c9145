import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";
import { hasCause } from "../../lib/fault-causes.ts";

/** What somebody waits for, as pages show it. */
export type Away = { readonly code: "storage_away"; readonly why: string };

/** What a file system says of a folder that is not there, was moved, or has another disk mounted over it. */
const OF_THE_DISK: readonly unknown[] = [
  "ENOENT",
  "ENOTDIR",
  "EXDEV",
  "EIO",
  "ESTALE",
  "EBUSY",
  "EROFS",
  "ENODEV",
  "ENXIO",
];

/**
 * Does what needs a storage root, and lets its result or its fault count only if the root was there before and after: of
 * what went into a mount point, or was not found in one, nothing is concluded. A root that was away meanwhile and is back
 * looks as if it had been there all the time, so what the disk refuses is tried once more. What was written to the database
 * meanwhile must bear being done again. Errors: those of `work`, when they are its own.
 */
export async function whileThere<T>(
  root: StorageRoot,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly away: Away }> {
  const before = await root.findFault();
  if (before) return { away: { code: "storage_away", why: before.message } };
  const once = () => whileNotAway(root, work);
  return once().catch((error: unknown) => {
    if (!isOfTheDisk(error)) throw error;
    return once();
  });
}

async function whileNotAway<T>(
  root: StorageRoot,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly away: Away }> {
  try {
    const done = await work();
    const after = await root.findFault();
    return after ? { away: { code: "storage_away", why: after.message } } : { done };
  } catch (error) {
    if (error instanceof WaybillError && error.code === "storage_away")
      return { away: { code: "storage_away", why: error.message } };
    const after = await root.findFault();
    if (after) return { away: { code: "storage_away", why: after.message } };
    throw error;
  }
}

/** What Waybill has named as a fault of the content is what it says. */
function isOfTheDisk(error: unknown): boolean {
  if (error instanceof WaybillError && error.entry.family !== "system") return false;
  return hasCause(error, ({ code }) => OF_THE_DISK.includes(code));
}

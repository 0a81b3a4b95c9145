import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";
import { hasCause } from "../../lib/fault-causes.ts";

/** The wait for a storage, as pages show it. */
export type Away = { readonly code: "storage_away"; readonly why: string };

/** File system errors for a folder that is missing, was moved, or has another disk mounted over it. */
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
 * Runs work that needs a storage root, and accepts its result or error only if the root was there before and after; what
 * happened in a bare mount point proves nothing. `wasThere`: it has just been, after the work before this. A root that
 * was away and came back looks as if it had always been there, so an error of the disk is retried once. Database writes
 * in `work` must be safe to repeat. Errors: those of `work`, when they are its own.
 */
export async function whileThere<T>(
  root: StorageRoot,
  work: () => Promise<T>,
  { wasThere = false }: { readonly wasThere?: boolean } = {},
): Promise<{ readonly done: T } | { readonly away: Away }> {
  const before = wasThere ? undefined : await root.findFault();
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

/** Whether an error comes from the disk. An error Waybill classified as a fault of the content is taken at its word. */
function isOfTheDisk(error: unknown): boolean {
  if (error instanceof WaybillError && error.entry.family !== "system") return false;
  return hasCause(error, ({ code }) => OF_THE_DISK.includes(code));
}

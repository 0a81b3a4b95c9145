import type { StorageRoot } from "../../core/ports.ts";

/** What is done in a root that was missing before or after does not count. Errors: `storage_away`, and those of `work`. */
export async function withinRoot<T>(root: StorageRoot, work: () => Promise<T>): Promise<T> {
  await root.require();
  try {
    const result = await work();
    await root.require();
    return result;
  } catch (error) {
    await root.require();
    throw error;
  }
}

/** A `mayPlace` that allows nothing to become visible in a root that is missing. Errors: `storage_away`, and those of `mayPlace`. */
export function placingWithin(
  root: StorageRoot,
  mayPlace: (() => Promise<void>) | undefined,
): () => Promise<void> {
  return async () => {
    await mayPlace?.();
    await root.require();
  };
}

import { WaybillError } from "../../core/errors.ts";
import type { ObjectStore, StorageRoot, StoredVersion } from "../../core/ports.ts";

/**
 * A preservation storage behind its root's marker: what is done in a root that goes meanwhile, or was not there, does not
 * count, and what is not found in one says nothing. `isPlaced`: does a version lie where a put has put it? Looked at
 * between two looks at the marker, so a put that went into a mount point is made again.
 * Errors: `storage_away` beside those of the store.
 */
export function guardedStore(
  store: ObjectStore,
  root: StorageRoot,
  isPlaced: (stored: StoredVersion) => Promise<boolean>,
): ObjectStore {
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    await root.require();
    try {
      const result = await work();
      await root.require();
      return result;
    } catch (error) {
      await root.require();
      throw error;
    }
  };
  return {
    put: (version) =>
      during(async () => {
        const mayPlace = async () => {
          await version.mayPlace?.();
          await root.require();
        };
        const stored = await store.put({ ...version, mayPlace });
        await root.require();
        if (await isPlaced(stored)) return stored;
        throw new WaybillError(
          "storage_away",
          "The storage went away while the object was being stored, and came back without it. It is stored again.",
        );
      }),
    find: (id, version) => during(() => store.find(id, version)),
    open: (folder, contentPath) => during(() => store.open(folder, contentPath)),
  };
}

import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";
import type { ObjectStore, StoredVersion } from "../../core/storage/ports.ts";

/**
 * A preservation storage guarded by its root's marker: work done in a root that was missing or went away does not
 * count, and nothing is concluded from what is missing there. `isPlaced`: whether a version is where a put placed it.
 * It is checked between two checks of the marker, so that a put into a bare mount point is repeated. Errors:
 * `storage_away`, and those of the store.
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

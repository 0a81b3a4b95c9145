import { WaybillError } from "../../core/errors.ts";
import type { StorageRoot } from "../../core/ports.ts";
import type { ObjectStore, StoredVersion } from "../../core/storage/ports.ts";
import { placingWithin, withinRoot } from "../root/within-root.ts";

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
  const during = <T>(work: () => Promise<T>) => withinRoot(root, work);
  return {
    put: (version) =>
      during(async () => {
        const stored = await store.put({ ...version, mayPlace: placingWithin(root, version.mayPlace) });
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

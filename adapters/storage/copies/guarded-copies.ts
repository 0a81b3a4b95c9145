import { versionFilesOf } from "../../../core/copy/expected-files.ts";
import type { PreservedStorage } from "../../../core/copy/ports.ts";
import type { StorageRoot } from "../../../core/ports.ts";
import { placingWithin, withinRoot } from "../../root/within-root.ts";

/**
 * A storage guarded by its root's marker: what was found or done in a root that was missing before, at the moment a file
 * became visible, or after does not count. Errors: `storage_away`, and those of the storage.
 */
export function guardedCopies(storage: PreservedStorage, root: StorageRoot): PreservedStorage {
  const during = <T>(work: () => Promise<T>) => withinRoot(root, work);
  return {
    name: storage.name,
    read: (folder, path) => during(() => storage.read(folder, path)),
    faults: (request) => during(() => storage.faults(request)),
    copy: (request) =>
      during(async () => {
        const outcome = await storage.copy({ ...request, mayPlace: placingWithin(root, request.mayPlace) });
        if (outcome.kind !== "placed") return outcome;
        await root.require();
        // put into a mount point while the storage was away for a moment, it is missing now
        const { root: folder, version, inventorySha256, signal } = request;
        const files = versionFilesOf(version, inventorySha256);
        const faults = await storage.faults({ root: folder, files, pace: () => undefined, signal });
        return faults.length === 0 ? outcome : { kind: "damaged", faults };
      }),
    mend: (request) =>
      during(() => storage.mend({ ...request, mayPlace: placingWithin(root, request.mayPlace) })),
    close: () => storage.close(),
  };
}

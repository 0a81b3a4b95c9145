import { WaybillError } from "../../../core/errors.ts";
import type { StoredVersion } from "../../../core/storage/ports.ts";
import type { HeldInventory } from "./held-object.ts";

/** A version as its inventory describes it. `root`: the object's folder below the storage root. */
export function storedFrom(
  root: string,
  id: string,
  version: number,
  inventory: Pick<HeldInventory, "sha256" | "contentPaths">,
): StoredVersion {
  return {
    root,
    version,
    inventorySha256: inventory.sha256,
    contentPathOf: (sha256) => {
      const contentPath = inventory.contentPaths.get(sha256);
      if (contentPath !== undefined) return contentPath;
      throw new WaybillError(
        "storage_failed",
        `Version ${version} of ${id} has no file with SHA-256 ${sha256}.`,
      );
    },
  };
}

import type { Receive, StorageRoot } from "../../core/ports.ts";
import { withinRoot } from "../root/within-root.ts";

/**
 * Uploads guarded by the marker of working storage: refused before the first byte while it is away, and discarded if
 * they went into a bare mount point. Errors: those of the port, and `storage_away`.
 */
export function guardedReceive(receive: Receive, root: StorageRoot): Receive {
  return (admit) =>
    // a folder that went away meanwhile is why, whatever an error looked like
    withinRoot(root, async () => {
      const received = await receive(admit);
      return {
        ...received,
        keep: async (batchId) => {
          await root.require();
          const kept = await received.keep(batchId);
          await root.require();
          return kept;
        },
        requireKept: async () => {
          await root.require();
          await received.requireKept();
        },
      };
    });
}

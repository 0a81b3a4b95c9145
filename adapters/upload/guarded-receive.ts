import type { Receive, StorageRoot } from "../../core/ports.ts";

/**
 * An upload behind the marker of working storage: refused before its first byte while that is away, and one that arrived
 * or was kept in a mount point does not count. Errors beside those of the port: `storage_away`.
 */
export function guardedReceive(receive: Receive, root: StorageRoot): Receive {
  return async (admit) => {
    await root.require();
    try {
      const received = await receive(admit);
      await root.require();
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
    } catch (error) {
      // a folder that went away meanwhile is why, whatever it looked like
      await root.require();
      throw error;
    }
  };
}

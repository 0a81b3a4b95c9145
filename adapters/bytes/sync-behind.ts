import type { FileHandle } from "node:fs/promises";

/** So many bytes are left to the last sync at most, if the disk keeps up. */
const EVERY_BYTES = 33_554_432;

/** Syncs a file's bytes from time to time while more are written, so that the last sync is short. */
export type SyncBehind = {
  wrote(bytes: number): void;
  /** Errors: that of any sync so far. */
  check(): void;
  /** Waits for the sync that is under way. Errors: that of any sync so far. Call it before the file is closed. */
  end(): Promise<void>;
};

export function syncBehind(file: FileHandle): SyncBehind {
  let unsynced = 0;
  let syncing: Promise<void> | undefined;
  // the system tells a failure once: a later sync would succeed without the bytes
  let failure: { readonly error: unknown } | undefined;
  const sync = async () => {
    try {
      await file.datasync();
    } catch (error) {
      failure ??= { error };
    } finally {
      syncing = undefined;
    }
  };
  const check = () => {
    if (failure) throw failure.error;
  };
  return {
    wrote(bytes) {
      unsynced += bytes;
      if (unsynced < EVERY_BYTES || syncing || failure) return;
      unsynced = 0;
      syncing = sync();
    },
    check,
    async end() {
      await syncing;
      check();
    },
  };
}

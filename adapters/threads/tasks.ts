import type { ClearTask, PlaceTask, StageTask } from "../storage/filesystem/small/tasks.ts";

/** Makes a folder below `root`, as `makeBelow` in ../disk/make-below.ts. */
export type MakeTask = { readonly kind: "make"; readonly root: string; readonly below: string };

/** Makes files and folders (their entries, not their contents) safe against power loss, in this order. */
export type SyncTask = { readonly kind: "sync"; readonly paths: readonly string[] };

/** Removes a folder with everything in it. */
export type RemoveTask = { readonly kind: "remove"; readonly path: string };

/**
 * Writes a whole small file into its part file, which is open and empty, makes it safe and gives it its name. The answer is
 * `false` when another process has replaced the part file. `reserveBytes`: what to leave free on the disk.
 */
export type FinishTask = {
  readonly kind: "finish";
  readonly file: number;
  readonly part: string;
  readonly to: string;
  readonly bytes: Uint8Array;
  readonly reserveBytes: number | undefined;
};

/** What threads do with synchronous calls. */
export type Task = StageTask | PlaceTask | ClearTask | MakeTask | SyncTask | RemoveTask | FinishTask;

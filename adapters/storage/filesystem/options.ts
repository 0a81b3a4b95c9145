import type { ReadBack } from "../../bytes/read-back.ts";
import type { FileSystemSync } from "../../disk/file-system-sync.ts";
import type { Task } from "../../threads/tasks.ts";
import type { DiskThreads } from "../../threads/threads.ts";
import type { StoreStep } from "./steps.ts";

/**
 * Where and how to store. `root`: the OCFL storage root, created if missing. `staging`: a folder for unfinished
 * versions on the same file system, outside the root, used by nothing else. `fsync` false (tests, throw-away data)
 * gives up safety against power loss, not against a killed process. `reserveBytes`: what to leave free on the disk; by
 * default a share of it. `step` is awaited at each point of a put.
 */
export type OcflOptions = {
  readonly root: string;
  readonly staging: string;
  readonly fsync?: boolean;
  readonly reserveBytes?: number | undefined;
  readonly step?: (name: StoreStep) => void | Promise<void>;
  /** For small new objects; without them those are stored like all others, file by file. */
  readonly threads?: DiskThreads | undefined;
  /** Syncs what several small objects have written with one call; without it, or where it cannot, each file is synced. */
  readonly together?: FileSystemSync | undefined;
  /** Knows large files that were read back when they were fetched; without it all are read back here. */
  readonly readBack?: ReadBack | undefined;
};

/** The options with their defaults filled in and paths made absolute. */
export type OcflSettings = {
  readonly root: string;
  readonly staging: string;
  readonly fsync: boolean;
  readonly reserveBytes: number | undefined;
  readonly step: (name: StoreStep) => void | Promise<void>;
  /** Carries out a task for a small new object on a thread. */
  readonly onThread: ((task: Task) => Promise<boolean>) | undefined;
  readonly together: FileSystemSync | undefined;
  readonly readBack: ReadBack | undefined;
};

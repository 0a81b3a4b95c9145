import type { StorageTarget } from "../storage/object-stores.ts";

/** A folder of working storage and when it last changed. */
export type FolderEntry = { readonly id: string; readonly changedAt: Date };

/** Working storage as a check sees it. Nothing is written. */
export type CheckFolders = {
  /** False: there is nothing of Waybill's, e.g. since a disk is not mounted, so nothing can be said of what lies in it. */
  isThere(): Promise<boolean>;
  /** Folders one after the other, in no order; a folder that is not there has none. */
  list(kind: "batches" | "jobs"): AsyncIterable<FolderEntry>;
  hasJobFolder(jobId: string): Promise<boolean>;
  /** `payloadPath`: below the working storage. */
  hasPayload(payloadPath: string): Promise<boolean>;
};

/** An object as its own inventory tells it. `messages`: of each version from 1, as `put` was given them. */
export type HeldObjectFacts = {
  readonly id: string;
  readonly head: number;
  readonly messages: readonly string[];
};

/** A file of a stored version. `contentPath`: below the object's folder. */
export type HeldFile = { readonly path: string; readonly sha256: string; readonly contentPath: string };

/** A stored version with all its files, by logical path. */
export type HeldVersion = {
  readonly inventorySha256: string;
  readonly created: string;
  readonly user: string;
  readonly files: readonly HeldFile[];
};

/** One thing that is wrong with a stored object. `code`: OCFL 1.1, validation codes. */
export type HeldFault = { readonly code: string; readonly path: string; readonly message: string };

/** One preservation storage as a check sees it. `root` is an object's folder below the storage root. Errors: those of the storage. */
export type CheckStorage = {
  readonly target: StorageTarget;
  /** False: there is no storage root of Waybill's, e.g. a disk that is not mounted, so nothing can be said of what lies in it. */
  isThere(): Promise<boolean>;
  rootOf(id: string): string;
  /** The folders of all objects, in no order. */
  roots(): AsyncIterable<string>;
  /** Undefined: there is no inventory, or none that can be read. */
  findObject(root: string): Promise<HeldObjectFacts | undefined>;
  /** Undefined: the version has no inventory that can be read. */
  findVersion(root: string, version: number): Promise<HeldVersion | undefined>;
  /** Paths of all files of an object, below its folder. */
  paths(root: string): Promise<ReadonlySet<string>>;
  /** Size and SHA-256 of a file as its bytes are now. */
  measure(
    root: string,
    path: string,
  ): Promise<{ readonly size: number; readonly sha256: string } | undefined>;
  /** A small file's text. */
  text(root: string, path: string): Promise<string | undefined>;
  /** Everything that breaks a rule of OCFL, all content read. */
  faults(root: string): Promise<readonly HeldFault[]>;
  /** What puts have left unfinished since before then, by name. */
  stale(before: Date): AsyncIterable<string>;
  removeStale(name: string, before: Date): Promise<boolean>;
};

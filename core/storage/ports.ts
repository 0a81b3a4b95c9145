/**
 * Where a file's bytes are: themselves, or the absolute path of a file that has them. The storage may keep a hard link to
 * that, so it must never be written again, only replaced by rename or removed.
 */
export type FileSource = string | Uint8Array;

/**
 * One file of an object version about to be stored. `path`: logical path in the object. `source` left out: an earlier
 * version of the object has the bytes, and they are not read again.
 */
export type StoreFile = {
  readonly path: string;
  readonly source?: FileSource;
  readonly sha256: string;
  readonly size: number;
};

/** An object version to store. Repeating the same request after a crash leads to the same version. */
export type StoreVersion = {
  /** The object's identifier, e.g. `ark:/99999/fk4xyz`. */
  readonly id: string;
  /** The version to create, from 1. If the storage's head is already this version, it is checked, not written again. */
  readonly version: number;
  readonly created: Date;
  readonly message: string;
  readonly user: { readonly name: string; readonly address?: string };
  /** The whole content of the version in any order; iterated once, or twice when a killed put has left something behind. */
  readonly files: Iterable<StoreFile> | AsyncIterable<StoreFile>;
  readonly signal: AbortSignal;
  /** Called right before the version becomes visible; if it throws, the put ends and nothing is left of it. */
  readonly mayPlace?: () => Promise<void>;
};

/** Where and what was stored. `root`: the object's folder relative to the storage root. `contentPathOf`: the path below it of the version's file with these bytes. */
export type StoredVersion = {
  readonly root: string;
  readonly version: number;
  readonly inventorySha256: string;
  readonly contentPathOf: (sha256: string) => string;
};

/** Preservation storage in OCFL 1.1. Errors: `storage_failed`, `storage_verify_failed`, `disk_full`. */
export type ObjectStore = {
  put(version: StoreVersion): Promise<StoredVersion>;
  /** A stored version, described from its inventory alone: no file is read. */
  find(id: string, version: number): Promise<StoredVersion | undefined>;
  /** Reads a stored file's bytes, for downloads from the console. Error for a path outside the storage: `not_found`. */
  open(root: string, contentPath: string): Promise<NodeJS.ReadableStream>;
};

/**
 * A file of a stored object as it must be. `path`: below the object's folder, the same in every storage. `text`: OCFL's
 * own small files, which need no source. `from`: where else in the object the same bytes are, and are taken from. Digests are SHA-256 in lower-case hexadecimal.
 */
export type ExpectedFile =
  | { readonly path: string; readonly sha256: string; readonly from?: string }
  | { readonly path: string; readonly text: string };

/** A file that is not what it must be. `found`: its digest as it is; null: there is no such file, or none that can be read. */
export type FileFault = {
  readonly storage: string;
  readonly path: string;
  readonly expected: string;
  readonly found: string | null;
};

/** Called with each piece that is read; awaited, so that it can slow the reading down. */
export type Pace = (bytes: number) => Promise<void> | undefined;

/** A version to be copied. `files`: all that belong to it, below the object's folder, its own and then those of the object's root. */
export type CopyRequest = {
  readonly id: string;
  /** The object's folder below every storage root. */
  readonly root: string;
  readonly version: number;
  readonly inventorySha256: string;
  readonly files: () => AsyncIterable<ExpectedFile>;
  /** Where bytes may be fetched, in the order to try them. */
  readonly sources: readonly PreservedStorage[];
  readonly signal: AbortSignal;
  /** Called right before the version becomes visible; if it throws, nothing is left of it. */
  readonly mayPlace: () => Promise<void>;
};

/**
 * What became of a copy. `faults`: what was found wrong on the way. `placed`: stored and read back, or found stored and
 * read back. `nowhere`: no storage has the bytes of a file. `damaged`: it was stored before and is not what it should be.
 * `behind`: the storage does not have the version before, or its head cannot be read.
 */
export type CopyOutcome = {
  readonly kind: "placed" | "nowhere" | "damaged" | "behind";
  readonly faults: readonly FileFault[];
};

/** A damaged or missing file to be replaced. `aside`: names the folder in which what was there is kept. */
export type MendRequest = {
  readonly root: string;
  readonly file: ExpectedFile;
  readonly sources: readonly PreservedStorage[];
  readonly aside: string;
  /** Of which object and version, if the file is one of the object's root. */
  readonly head?: MendedHead;
  readonly signal: AbortSignal;
  /** As in CopyRequest. */
  readonly mayPlace: () => Promise<void>;
  /** Called once it is certain what will be done, right before it is; if it throws, nothing is. */
  readonly intend: (mending: Mending) => Promise<void>;
};

/** The object's id, and the version that its root is to name. */
export type MendedHead = { readonly id: string; readonly version: number };

/** `from`: the storage that gave the bytes, null when they were made anew; `kept`: where what was there is then, null when there was nothing. */
export type Mending = { readonly from: string | null; readonly kept: string | null };

/**
 * What became of it. `good`: the file is what it must be, and was left alone. `nowhere`: no storage has good bytes. `newer`:
 * the root names a newer version, which is there with its inventory; nothing was touched.
 */
export type MendOutcome =
  | { readonly kind: "good" }
  | { readonly kind: "newer" }
  | ({ readonly kind: "mended" } & Mending)
  | { readonly kind: "nowhere"; readonly faults: readonly FileFault[] };

/**
 * One preservation storage as copies and fixity see it: the one where objects are kept, or a further one. `root` is an
 * object's folder below the storage root. Nothing found missing or damaged counts unless the storage's marker was there
 * before and after. Errors: `storage_away`, `storage_unavailable`, `storage_failed`, `disk_full`.
 */
export type PreservedStorage = {
  readonly name: string;
  /** A file's bytes in pieces, each valid only until the next; undefined: there is no such file. */
  read(root: string, path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Reads files and tells which are not what they must be. */
  faults(request: {
    readonly root: string;
    readonly files: AsyncIterable<ExpectedFile> | Iterable<ExpectedFile>;
    readonly pace: Pace;
    readonly signal: AbortSignal;
  }): Promise<readonly FileFault[]>;
  copy(request: CopyRequest): Promise<CopyOutcome>;
  mend(request: MendRequest): Promise<MendOutcome>;
  close(): void;
};

/** All preservation storages by name; those without settings are missing. */
export type PreservedStorages = ReadonlyMap<string, PreservedStorage>;

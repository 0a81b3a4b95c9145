import type { ArkStanding } from "../identifier/ark-standing.ts";
import type { StorageTarget } from "../storage/object-stores.ts";

/** What the API answers about stored objects, in the forms of views.ts. */

export type ObjectRow = {
  readonly id: string;
  readonly ark: string;
  readonly collection: string;
  readonly title: string | null;
  readonly creator: string | null;
  readonly date: string | null;
  readonly localIds: readonly string[];
  readonly version: number;
  readonly updatedAt: string;
};

/** What became of a file between a version and the recorded one before it: by its path, and by the SHA-256 of its bytes. */
export const VERSION_CHANGES = ["added", "changed", "removed", "kept"] as const;
export type VersionChange = (typeof VERSION_CHANGES)[number];

/** Files by what became of them; `added`, `changed` and `kept` are the files of the version. */
export type VersionChanges = Readonly<Record<VersionChange, number>>;

/** A storage. `name`: the bucket with its prefix, or the last part of the folder's name; null when it has no settings any more. */
export type StoragePlace = { readonly kind: StorageTarget; readonly name: string | null };

export type ObjectVersionView = {
  readonly version: number;
  readonly createdAt: string;
  readonly submitter: string;
  readonly batchId: string;
  readonly jobId: string;
  readonly fileCount: number;
  readonly sizeBytes: string;
  readonly inventorySha256: string;
  readonly changes: VersionChanges;
};

export type ObjectView = ObjectRow & {
  readonly owner: string;
  /** Not to be shown to the public before then; null: no embargo. */
  readonly embargoUntil: string | null;
  /** Where it is kept, without credentials. */
  readonly storage: StoragePlace;
  /** The folder of its OCFL object, below the root of that storage. */
  readonly root: string;
  readonly identifier: ArkStanding;
  readonly versions: readonly ObjectVersionView[];
};

export type ObjectFileView = {
  readonly ordinal: number;
  readonly path: string;
  readonly size: string;
  readonly sha256: string;
  readonly mediaType: string | null;
};

/** A file on one side of a change; `version` and `ordinal` are its address. */
export type ChangeSideView = {
  readonly version: number;
  readonly ordinal: number;
  readonly size: string;
  readonly sha256: string;
};

/** A path and what a version did to it. `file` null: removed; `before` null: added. */
export type VersionChangeView = {
  readonly path: string;
  readonly change: VersionChange;
  readonly file: ChangeSideView | null;
  readonly before: ChangeSideView | null;
};

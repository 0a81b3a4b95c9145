import type { CopyState } from "../copy/states.ts";
import type { ArkStanding } from "../identifier/ark-standing.ts";
import type { StorageTarget } from "../storage/object-stores.ts";
import type { Sentence } from "./sentence.ts";

/** What the API returns about stored objects, with the conventions of views.ts. */

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

/**
 * What happened to a file between a version and the recorded one before it, by path and by the SHA-256 of its bytes.
 */
export const VERSION_CHANGES = ["added", "changed", "removed", "kept"] as const;
export type VersionChange = (typeof VERSION_CHANGES)[number];

/** File counts by change; `added`, `changed` and `kept` together are the files of the version. */
export type VersionChanges = Readonly<Record<VersionChange, number>>;

/**
 * A storage. `name`: the bucket with its prefix, or the last part of the folder's path; null when it is no longer
 * configured.
 */
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

/**
 * The object in one storage, over all its versions. `name`: `filesystem`, `s3`, or that of a further storage. `state`:
 * Wanted: not all of it has been copied there yet. `verifiedAt`: since when all of it is known to be good; null: not all of it was ever read.
 * `damagedFiles`: files found damaged or missing there and not mended; `trouble`: why it cannot be copied or mended now.
 */
export type ObjectCopyView = {
  readonly name: string;
  readonly isHome: boolean;
  readonly state: CopyState;
  readonly verifiedAt: string | null;
  readonly damagedFiles: number;
  readonly trouble: string | null;
};

/** How many storages have all of the object, verified, in one sentence (`words`), and each storage, its home first. */
export type ObjectCopiesView = { readonly words: Sentence; readonly storages: readonly ObjectCopyView[] };

export type ObjectView = ObjectRow & {
  readonly owner: string;
  /** Not to be made public before then; null: no embargo. */
  readonly embargoUntil: string | null;
  /** Where it is kept, without credentials. */
  readonly storage: StoragePlace;
  /** The folder of its OCFL object, relative to the root of that storage. */
  readonly root: string;
  readonly copies: ObjectCopiesView;
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

/** A file on one side of a change, identified by `version` and `ordinal`. */
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

import type { Acknowledged } from "./deposit.ts";
import type { RepositoryLane } from "./lanes.ts";

/** Times are ms by the database's clock. */
export type SeenBatch = {
  readonly id: string;
  readonly lane: string;
  readonly seq: number;
  readonly state: string;
  readonly errorCode: string | null;
  readonly payloadPath: string | null;
  /** When its lane handed it over, each time it did. */
  readonly handedOverAt: readonly number[];
};

export type SeenJob = {
  readonly id: string;
  readonly batchId: string;
  readonly ordinal: number;
  readonly state: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly retryCount: number;
  readonly hasFolder: boolean;
  readonly createdAt: number;
  /** ARKs that were minted for it. */
  readonly minted: number;
};

/** A move of a batch or a job, in the order they were made. `jobId` null: of the batch. */
export type SeenMove = {
  readonly batchId: string;
  readonly jobId: string | null;
  readonly from: string;
  readonly to: string;
  readonly at: number;
};

/** A file of a version. `contentPath`: below the object's folder. */
export type SeenFile = { readonly path: string; readonly sha256: string; readonly contentPath: string };

/** A version as the inventory on disk has it, or as the rows have it. */
export type SeenVersion = {
  readonly ark: string;
  readonly version: number;
  readonly files: readonly SeenFile[];
};
export type RecordedVersion = SeenVersion & { readonly jobId: string; readonly fileCount: number };

export type SeenReport = {
  readonly batchId: string;
  readonly number: number;
  readonly outcome: string;
  readonly jobs: Readonly<Record<"total" | "pending" | "completed" | "failed" | "deleted", number>>;
};

/** A mail or a callback of the outbox. `about`: a mail's Message-ID, a callback's job. */
export type SeenMessage = {
  readonly id: string;
  readonly kind: string;
  readonly about: string;
  readonly status: string;
};

export type ArrivedCallback = { readonly id: string; readonly path: string; readonly body: string };

/** What is left on disk and in the rows when all is done. */
export type Left = {
  /** Names below `jobs` and `batches` of working storage. */
  readonly jobFolders: readonly string[];
  readonly batchFolders: readonly string[];
  /** Every other file in working storage, and all of the staging folder, by path. */
  readonly files: readonly string[];
  /** Rows that still have a lease, jobs that keep space without a folder, objects kept from others: each in words. */
  readonly held: readonly string[];
};

/** All a run looks at to judge its repository. */
export type Seen = {
  readonly lanes: readonly RepositoryLane[];
  readonly acknowledged: readonly Acknowledged[];
  /** Which batch each Idempotency-Key stands for. */
  readonly keys: readonly { readonly key: string; readonly batchId: string }[];
  readonly batches: readonly SeenBatch[];
  readonly jobs: readonly SeenJob[];
  readonly moves: readonly SeenMove[];
  readonly stored: readonly SeenVersion[];
  readonly recorded: readonly RecordedVersion[];
  readonly reports: readonly SeenReport[];
  readonly messages: readonly SeenMessage[];
  /** Message-IDs as they arrived, repeats too. */
  readonly mails: readonly string[];
  readonly callbacks: readonly ArrivedCallback[];
  readonly left: Left;
  /** Errors of OCFL validation, content read, and of `npm run check`. */
  readonly invalid: readonly string[];
  readonly checked: readonly string[];
};

import type { Digest } from "../digest/algorithms.ts";
import type { JobPayload } from "../manifest/kinds.ts";
import type { DublinCore } from "./dublin-core.ts";

/** What a check came to; left out when it was not made. Merritt's word for a passed one is `valid`. */
export type CheckResults = {
  readonly packageIntegrity?: string;
  readonly containerValidity?: string;
  readonly manifestValidity?: string;
  readonly manifestIntegrity?: string;
};

/**
 * Everything the system files of one object version tell. They must come out the same, byte for byte, when a job is
 * repeated after a crash, so every fact comes from a row and none from the clock. A missing text is written as `(:unas)`.
 * Source: docs/reference/storage.md, "System files".
 */
export type ObjectFacts = {
  /** Canonical ARK, and how it was come by: given in the deposit, found by a local id, or minted. */
  readonly ark: string;
  readonly arkOrigin: "supplied" | "existing" | "minted";
  readonly localIds: readonly string[];
  readonly who?: string | undefined;
  readonly what?: string | undefined;
  readonly when?: string | undefined;
  readonly dublinCore: DublinCore;
  /** The ARK of the owner, or its name. */
  readonly owner: string;
  /** The ARK, or else the slug, of each collection the object is in. */
  readonly collections: readonly string[];
  readonly object: { readonly type: string; readonly role: string; readonly aggregate?: string | undefined };
  readonly ingestService: string;
  readonly submissionDate: Date;
  readonly batchId: string;
  readonly jobId: string;
  /** Login and name of the depositor. */
  readonly submitter?: string | undefined;
  readonly fileName: string;
  readonly payload: JobPayload;
  readonly profile: string;
  readonly storageService: string;
  readonly storageNode: string;
  /** Mail addresses told of the deposit. */
  readonly notification: readonly string[];
  readonly digest?: Digest | undefined;
  readonly note?: string | undefined;
  readonly checks: CheckResults;
  /** The steps that worked on the object, each `name/version`. */
  readonly handlers: readonly string[];
};

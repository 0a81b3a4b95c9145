import type { ErrorCode } from "../errors.ts";

/** A job that a bulk action left out, and why. */
export type Refusal = { readonly jobId: string; readonly code: ErrorCode; readonly message: string };

/**
 * What a bulk action did or, with `preview`, would do. `refused`: the jobs left as they were. `more`: the filter
 * matches more than one call handles; call again for the rest.
 */
export type BulkAnswer = { readonly refused: readonly Refusal[]; readonly more: boolean };
export type RequeueAnswer = BulkAnswer & { readonly requeued: number };
export type DeleteAnswer = BulkAnswer & { readonly deleted: number };

import { type ErrorCode, WaybillError } from "../../core/errors.ts";

/** Errors of a storage that is away or not configured; a job that needs it waits and loses nothing. */
const WAITS: readonly ErrorCode[] = ["storage_unavailable", "storage_away", "storage_not_configured"];

/**
 * Runs a stage's work with preservation storage; returns a wait when the storage is away, and throws all other errors.
 */
export async function orWaitForStorage<T>(
  work: () => Promise<T>,
): Promise<T | { readonly kind: "wait"; readonly code: string; readonly why: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WaybillError && WAITS.includes(error.code))
      return { kind: "wait", code: error.code, why: error.message };
    throw error;
  }
}

import { type ErrorCode, WaybillError } from "../../core/errors.ts";

/** A storage that is away comes back, or gets its settings; a job that needs it waits meanwhile and loses nothing. */
const WAITS: readonly ErrorCode[] = ["storage_unavailable", "storage_away", "storage_not_configured"];

/** Does a stage's work with preservation storage; answers a wait when the storage is away, and throws every other error. */
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

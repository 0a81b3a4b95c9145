import { WaybillError } from "../../core/errors.ts";

const WAITS: readonly string[] = ["storage_away", "storage_unavailable", "storage_not_configured"];

/** Is it an error of a storage that is away or does not answer, and says nothing about what is in it? */
export function isStorageWait(error: unknown): boolean {
  return error instanceof WaybillError && WAITS.includes(error.code);
}

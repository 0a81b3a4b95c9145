import { WaybillError } from "../../../core/errors.ts";
import type { StoreVersion } from "../../../core/storage/ports.ts";

type Wanted = Pick<StoreVersion, "id" | "version">;

/**
 * Refuses a version that neither is the storage's head nor follows it. `head`: version number, 0 for no object. Errors:
 * `storage_failed`.
 */
export function checkHead({ id, version }: Wanted, head: number): void {
  const holds = head === 0 ? "does not hold the object yet" : `is at version ${head}`;
  if (version === head || version === head + 1) return;
  throw new WaybillError(
    "storage_failed",
    `Version ${version} of ${id} cannot be stored: the storage ${holds}.`,
  );
}

/** The error of a put whose version is already stored with different files. */
export function otherFiles({ id, version }: Wanted): WaybillError {
  return new WaybillError(
    "storage_failed",
    `The storage already has version ${version} of ${id}, with other files.`,
  );
}

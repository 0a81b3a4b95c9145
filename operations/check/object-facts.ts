import * as z from "zod";
import type { CheckStorage } from "../../core/check/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { STORAGE_TARGETS } from "../../core/storage/object-stores.ts";
import type { Fix, Look } from "./look.ts";

/** The facts of a finding about a stored object. `version` is left out when it concerns the object as a whole. */
export const StoredFacts = z.object({
  storage: z.enum(STORAGE_TARGETS),
  ark: z.string(),
  root: z.string(),
  version: z.number().int().optional(),
  /** Why it is so, or what else the reader needs. */
  note: z.string().optional(),
});
export type StoredFacts = z.infer<typeof StoredFacts>;

/** The name of a version in lists. */
export function versionSubject(ark: string, version: number): string {
  return `${ark} v${version}`;
}

/**
 * The storage a finding is about. Errors: `storage_not_configured`; `storage_away` when its root is not there, so that
 * nothing can be said about its contents.
 */
export async function getStorage(
  { ports }: Pick<Fix | Look, "ports">,
  target: string,
): Promise<CheckStorage> {
  const storage = ports.storages.find((each) => each.target === target);
  if (!storage)
    throw new WaybillError("storage_not_configured", `Waybill has no settings for the storage ${target}.`);
  if (await storage.isThere()) return storage;
  throw new WaybillError(
    "storage_away",
    `The root of the storage ${target} is not there, although the inventory has objects in it. Is its disk mounted?`,
  );
}

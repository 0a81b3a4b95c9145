import type { ObjectStore } from "./ports.ts";

/** Where a collection's objects may be kept. Source: docs/reference/storage.md. */
export const STORAGE_TARGETS = ["filesystem", "s3"] as const;
export type StorageTarget = (typeof STORAGE_TARGETS)[number];

/** Every preservation storage of an installation. `of` throws `storage_not_configured` for one that has no settings. */
export type ObjectStores = { of(target: StorageTarget): ObjectStore };

/** The target a database column holds. Errors: TypeError for any other text. */
export function readStorageTarget(text: string): StorageTarget {
  const target = STORAGE_TARGETS.find((name) => name === text);
  if (target === undefined) throw new TypeError(`There is no storage called ${JSON.stringify(text)}.`);
  return target;
}

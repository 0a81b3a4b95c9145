import type { StorageRoot } from "../../core/ports.ts";
import type { RootName } from "../../core/storage/root.ts";

/** The storages this process cannot use now; empty: none. A storage that cannot be checked counts as away. */
export async function storageHealth(
  roots: readonly StorageRoot[],
): Promise<{ readonly away: readonly RootName[] }> {
  const away: RootName[] = [];
  for (const root of roots) if (await root.findFault().catch(() => true)) away.push(root.name);
  return { away };
}

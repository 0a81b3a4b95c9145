import type { PreservedStorage } from "../../core/copy/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Sql } from "../../prisma/sql.ts";
import { listCopiedTo, type VersionFacts } from "../../prisma/store/copy/version.ts";
import type { CopyPorts } from "./ports.ts";

/** A storage by its name. Errors: `storage_not_configured`. */
export function getPreserved({ storages }: Pick<CopyPorts, "storages">, name: string): PreservedStorage {
  const storage = storages.get(name);
  if (storage) return storage;
  throw new WaybillError(
    "storage_not_configured",
    `Waybill has no settings for the storage ${name}. Add it to COPY_STORAGES and restart Waybill.`,
  );
}

/** Where bytes of a version may be fetched for a storage: from where the object is kept, then from its copies, the good ones first. */
export async function sourcesFor(
  sql: Sql,
  ports: Pick<CopyPorts, "storages">,
  { versionId, home, storage }: Pick<VersionFacts, "versionId" | "home"> & { readonly storage: string },
): Promise<readonly PreservedStorage[]> {
  const names = new Set([home, ...(await listCopiedTo(sql, versionId))]);
  names.delete(storage);
  return [...names].flatMap((name) => ports.storages.get(name) ?? []);
}

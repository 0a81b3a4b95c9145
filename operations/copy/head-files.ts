import type { Sql } from "../../prisma/sql.ts";
import { findCopiedHead, isQuietHead, type VersionFacts } from "../../prisma/store/copy/version.ts";

/**
 * Whether the files of the object's root in a storage are those of this version and nobody may be changing them. Where the
 * object is kept that is its newest recorded version while no job has the object; in a further storage the newest copied one.
 */
export async function hasRootFiles(
  sql: Sql,
  {
    objectId,
    version,
    home,
    storage,
  }: Pick<VersionFacts, "objectId" | "version" | "home"> & { readonly storage: string },
): Promise<boolean> {
  if (storage === home) return isQuietHead(sql, { objectId, version });
  return (await findCopiedHead(sql, objectId, storage)) === version;
}

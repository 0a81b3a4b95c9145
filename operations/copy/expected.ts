import { rootFilesOf, versionFilesOf } from "../../core/copy/expected-files.ts";
import type { ExpectedFile } from "../../core/copy/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import { listOwnContent, type VersionFacts } from "../../prisma/store/copy/version.ts";

const PAGE = 1_000;

type Version = Pick<VersionFacts, "versionId" | "version" | "inventorySha256">;

/**
 * Every file a version has in a storage, by the inventory tables: what it brought, its inventory and sidecar, and with
 * `isHead` those of the object's root. In the order in which they may be written.
 */
export async function* expectedFiles(
  sql: Sql,
  version: Version,
  { isHead }: { readonly isHead: boolean },
): AsyncGenerator<ExpectedFile> {
  for (let after = ""; ; ) {
    const page = await listOwnContent(sql, version, { after, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.path;
  }
  yield* versionFilesOf(version.version, version.inventorySha256);
  if (isHead) yield* rootFilesOf(version.version, version.inventorySha256);
}

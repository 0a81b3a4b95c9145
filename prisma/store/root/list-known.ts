import type { RootName } from "../../../core/storage/root.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/**
 * Paths below a storage root where the database says that something lies, newest first: proof of a root that an earlier
 * version has filled without marking it. At most `most` of each sort.
 */
export async function listKnownPaths(tx: Sql, root: RootName, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ path: string }[]>(
    root === "working" ? working(most) : stored(root, most),
  );
  return rows.map(({ path }) => path);
}

function working(most: number): Prisma.Sql {
  return Prisma.sql`
    (SELECT payload_path AS path FROM batch WHERE payload_path IS NOT NULL ORDER BY created_at DESC LIMIT ${most})
    UNION ALL
    (SELECT working_directory AS path FROM job WHERE working_directory IS NOT NULL ORDER BY created_at DESC LIMIT ${most})`;
}

function stored(root: RootName, most: number): Prisma.Sql {
  const storage = root === "s3" ? "s3" : "filesystem";
  return Prisma.sql`
    SELECT root AS path FROM stored_object
    WHERE storage = ${storage} AND version > 0 AND root IS NOT NULL ORDER BY updated_at DESC LIMIT ${most}`;
}

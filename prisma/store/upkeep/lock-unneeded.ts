import type { FolderKind } from "../../../core/ports.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

const COUNTS_ON_IT = {
  batches: Prisma.sql`payload_path IS NOT NULL`,
  jobs: Prisma.sql`working_directory IS NOT NULL`,
} as const satisfies Record<FolderKind, Prisma.Sql>;

/**
 * Locks whatever could come to count on these folders, in a transaction, and answers those nobody counts on: a row that
 * says so, or none at all. A batch's row may be on its way (lockBatchFolder), so that is waited for.
 */
export async function lockUnneededFolders(
  tx: Sql,
  kind: FolderKind,
  ids: readonly string[],
): Promise<string[]> {
  const sorted = [...ids].sort();
  if (kind === "batches") for (const id of sorted) await lockBatchFolder(tx, id);
  const table = kind === "batches" ? Prisma.sql`batch` : Prisma.sql`job`;
  const rows = await tx.$queryRaw<{ id: string; needed: boolean }[]>`
    SELECT id, ${COUNTS_ON_IT[kind]} AS needed FROM ${table}
    WHERE id = ANY(${sorted}::text[]) ORDER BY id FOR UPDATE`;
  const needed = new Set(rows.filter((row) => row.needed).map(({ id }) => id));
  return sorted.filter((id) => !needed.has(id));
}

/** Locks the one row that could come to count on a folder, or what a batch's row on its way has locked. */
export async function lockFolderRow(tx: Sql, kind: FolderKind, id: string): Promise<void> {
  await lockUnneededFolders(tx, kind, [id]);
}

/**
 * Taken by who accepts a batch, before its row is written and its payload looked at once more, and by the sweep before it
 * says that a folder has no row: a row that commits late never finds its payload swept. Ends with the transaction.
 */
export async function lockBatchFolder(tx: Sql, batchId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${batchId}, 0))`;
}

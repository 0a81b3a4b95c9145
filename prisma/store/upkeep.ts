import type { FolderKind } from "../../core/ports.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { JOB_IS } from "./states-sql.ts";

/** States that no move leaves: such a job's files are never fetched again. */
const FINAL = Prisma.sql`state IN ${JOB_IS.final}`;

/**
 * Removes the sealed addresses of jobs that are Completed or Deleted, of `most` jobs and `most` files at a time; the
 * addresses without credentials stay. @returns how many rows had one
 */
export async function forgetSealed(tx: Sql, most: number): Promise<number> {
  const jobs = await tx.$executeRaw`
    UPDATE job SET payload_sealed = NULL WHERE id IN (
      SELECT id FROM job WHERE payload_sealed IS NOT NULL AND ${FINAL} LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
  const files = await tx.$executeRaw`
    UPDATE job_file SET url_sealed = NULL FROM (
      SELECT file.job_id, file.ordinal FROM job_file AS file JOIN job ON job.id = file.job_id
      WHERE file.url_sealed IS NOT NULL AND ${FINAL} LIMIT ${most}) AS done
    WHERE job_file.job_id = done.job_id AND job_file.ordinal = done.ordinal`;
  return jobs + files;
}

/** Which of these ids still need their folder in working storage: a batch with its payload, a job with its files. */
export async function listKeptFolders(
  tx: Tx,
  kind: "batches" | "jobs",
  ids: readonly string[],
): Promise<Set<string>> {
  const where = { id: { in: [...ids] } };
  const rows =
    kind === "batches"
      ? await tx.batch.findMany({ where: { ...where, payloadPath: { not: null } }, select: { id: true } })
      : await tx.job.findMany({ where: { ...where, workingDirectory: { not: null } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

const COUNTS_ON_IT = {
  batches: Prisma.sql`payload_path IS NOT NULL`,
  jobs: Prisma.sql`working_directory IS NOT NULL`,
} as const satisfies Record<FolderKind, Prisma.Sql>;

/**
 * Locks, in a transaction, everything that could come to need these folders, and returns those nothing needs: their
 * rows say so, or they have none. A batch's row may still be uncommitted (lockBatchFolder), so it waits for that.
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

/** Locks the one row that could come to need a folder, or the lock of an uncommitted batch row. */
export async function lockFolderRow(tx: Sql, kind: FolderKind, id: string): Promise<void> {
  await lockUnneededFolders(tx, kind, [id]);
}

/**
 * Taken when accepting a batch, before its row is written and its payload checked once more, and by the sweep before it
 * decides that a folder has no row, so that a row that commits late never finds its payload swept. Held until the
 * transaction ends.
 */
export async function lockBatchFolder(tx: Sql, batchId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${batchId}, 0))`;
}

/** A profile version whose callback address may contain unencrypted credentials, as all did at first. */
export type ClearCallback = {
  readonly id: string;
  readonly collectionId: string;
  readonly settings: unknown;
};

/** The first of them after `afterId`, by id. */
export async function listClearCallbacks(tx: Sql, afterId: string, limit: number): Promise<ClearCallback[]> {
  return tx.$queryRaw<ClearCallback[]>`
    SELECT id, collection_id AS "collectionId", settings FROM profile_version
    WHERE callback_sealed IS NULL AND settings ->> 'callbackUrl' IS NOT NULL AND id > ${afterId}
    ORDER BY id LIMIT ${limit}`;
}

/** Replaces the clear address with the sealed one, unless somebody else has. @returns whether it did */
export async function sealClearCallback(
  tx: Sql,
  {
    id,
    callbackUrl,
    callbackSealed,
  }: { readonly id: string; readonly callbackUrl: string | null; readonly callbackSealed: string },
): Promise<boolean> {
  const sealed = await tx.$executeRaw`
    UPDATE profile_version SET callback_sealed = ${callbackSealed},
      settings = settings || jsonb_build_object('callbackUrl', ${callbackUrl}::text)
    WHERE id = ${id} AND callback_sealed IS NULL`;
  return sealed === 1;
}

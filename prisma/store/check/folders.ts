import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { BATCH_IS, JOB_IS } from "../states-sql.ts";
import { olderThan } from "./rows.ts";

type FolderKind = "batches" | "jobs";

/** A row that ended long ago and does not need its folder, or should have lost it but did not. */
const unneeded = {
  batches: (
    graceMs: number,
  ) => Prisma.sql`state IN ${BATCH_IS.ended} AND ${olderThan(Prisma.sql`state_at`, graceMs)}
    AND (payload_path IS NULL OR state <> 'Failed')`,
  jobs: (
    graceMs: number,
  ) => Prisma.sql`state IN ${JOB_IS.ended} AND ${olderThan(Prisma.sql`state_at`, graceMs)}
    AND (working_directory IS NULL OR state <> 'Failed')`,
} as const satisfies Record<FolderKind, (graceMs: number) => Prisma.Sql>;

const TABLES = { batches: Prisma.sql`batch`, jobs: Prisma.sql`job` } as const satisfies Record<
  FolderKind,
  Prisma.Sql
>;

/** The ids whose rows need their folders, now or soon. Some hundred at a time. */
export async function listNeededFolders(
  tx: Sql,
  kind: FolderKind,
  ids: readonly string[],
  graceMs: number,
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${TABLES[kind]} WHERE id = ANY(${[...ids]}::text[]) AND NOT (${unneeded[kind](graceMs)})`;
  return new Set(rows.map(({ id }) => id));
}

/** Marks an unneeded folder as gone in its row, if there is one. */
export async function forgetFolder(tx: Sql, kind: FolderKind, id: string, graceMs: number): Promise<void> {
  await (kind === "batches"
    ? tx.$executeRaw`UPDATE batch SET payload_path = NULL WHERE id = ${id} AND ${unneeded.batches(graceMs)}`
    : tx.$executeRaw`
        UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
        WHERE id = ${id} AND ${unneeded.jobs(graceMs)}`);
}

/** A failed job whose folder is kept for a resume. */
const keepsFolder = (graceMs: number) => Prisma.sql`state = 'Failed' AND working_directory IS NOT NULL
  AND ${olderThan(Prisma.sql`state_at`, graceMs)} AND (folders_until IS NULL OR folders_until > clock_timestamp())`;

/** Failed jobs that need their folder; after `after`, in the order of ids. */
export async function listFolderKeepers(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<{ readonly id: string }[]> {
  return tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE ${keepsFolder(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/**
 * Clears a failed job's reference to its folder: its space is freed, and a resume fetches the files again; if its
 * version is stored, sizes and digests are kept for Recording. @returns whether it had one
 */
export async function forgetMissingFolder(
  tx: Sql,
  jobId: string,
  { graceMs, by }: { readonly graceMs: number; readonly by: string },
): Promise<boolean> {
  const forgotten = await tx.$executeRaw`
    WITH gone AS (
      UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
      WHERE id = ${jobId} AND ${keepsFolder(graceMs)}
      RETURNING id, batch_id
    ), unverified AS (
      UPDATE job_file SET verified_at = NULL, size = NULL, sha256 = NULL FROM gone
      WHERE job_file.job_id = gone.id AND NOT EXISTS (SELECT FROM step_result WHERE owner_id = gone.id AND step = 'store')
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.folder-missing', batch_id, id, ${by}, 'Its working folder was gone. A resume fetches the files again.' FROM gone`;
  return forgotten > 0;
}

const needsPayload = (
  graceMs: number,
) => Prisma.sql`payload_path IS NOT NULL AND state NOT IN ${BATCH_IS.final}
  AND ${olderThan(Prisma.sql`created_at`, graceMs)}`;

export type PayloadKeeper = { readonly id: string; readonly path: string };

/** Batches that still need their payload, with its path below the working storage; after `after`, in the order of ids. */
export async function listPayloadKeepers(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<PayloadKeeper[]> {
  return tx.$queryRaw<PayloadKeeper[]>`
    SELECT id, payload_path AS path FROM batch WHERE ${needsPayload(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** The given batch, if it still needs its payload; asked after the payload was not found. */
export async function findPayloadKeeper(
  tx: Sql,
  batchId: string,
  graceMs: number,
): Promise<PayloadKeeper | undefined> {
  const [keeper] = await tx.$queryRaw<PayloadKeeper[]>`
    SELECT id, payload_path AS path FROM batch WHERE id = ${batchId} AND ${needsPayload(graceMs)}`;
  return keeper;
}

/**
 * Clears a batch's reference to a missing payload: jobs that need it fail with `payload_damaged`. @returns whether it
 * needed it
 */
export async function forgetMissingPayload(
  tx: Sql,
  { id, path }: PayloadKeeper,
  by: string,
): Promise<boolean> {
  const forgotten = await tx.$executeRaw`
    WITH gone AS (UPDATE batch SET payload_path = NULL WHERE id = ${id} AND payload_path = ${path} RETURNING id)
    INSERT INTO event (kind, batch_id, actor, reason)
    SELECT 'batch.payload-missing', id, ${by}, 'The deposited file was gone from working storage.' FROM gone`;
  return forgotten > 0;
}

import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { HAS_UNTOLD } from "../batch/wake.ts";
import { INTAKE_OPEN } from "../hold/standing.ts";
import { GOING, MAY_MOVE, QUEUED } from "../lane/rule.ts";
import { BATCH_IS, JOB_IS } from "../states-sql.ts";

/** Whether a time is more than `graceMs` ago by the database's clock. Anything more recent may still be in progress. */
export function olderThan(column: Prisma.Sql, graceMs: number): Prisma.Sql {
  return Prisma.sql`${column} < clock_timestamp() - ${graceMs}::float8 * interval '1 millisecond'`;
}

/** Tables whose rows are worked under a lease. */
export const ROW_TABLES = ["batch", "job", "outbox", "lane"] as const;
export type RowTable = (typeof ROW_TABLES)[number];

const ROW_NAMES = {
  batch: Prisma.sql`batch`,
  job: Prisma.sql`job`,
  outbox: Prisma.sql`outbox`,
  lane: Prisma.sql`lane`,
} as const satisfies Record<RowTable, Prisma.Sql>;

/** Rows a worker could advance. */
const HAS_WORK = {
  batch: Prisma.sql`state IN ${BATCH_IS.worked}`,
  job: Prisma.sql`state IN ${JOB_IS.worked}`,
  outbox: Prisma.sql`status = 'Waiting'`,
  lane: Prisma.sql`TRUE`,
} as const satisfies Record<RowTable, Prisma.Sql>;

/** A due row is taken over automatically once its lease has expired. */
const lost = (graceMs: number) =>
  Prisma.sql`due_at IS NULL AND ${olderThan(Prisma.sql`lease_until`, graceMs)}`;

export type LostLease = { readonly id: string; readonly owner: string | null; readonly until: Date };

/** Leases that expired long ago on rows that are not due; after `after`, in the order of ids. */
export async function listLostLeases(
  tx: Sql,
  table: RowTable,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<LostLease[]> {
  return tx.$queryRaw<LostLease[]>`
    SELECT id, lease_owner AS owner, lease_until AS until FROM ${ROW_NAMES[table]}
    WHERE ${lost(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Removes such a lease; its holder, if still alive, can change nothing. @returns whether there was one */
export async function freeLostLease(tx: Sql, table: RowTable, id: string, graceMs: number): Promise<boolean> {
  const last = table === "lane" ? Prisma.sql`lease_last = NULL,` : Prisma.empty;
  const freed = await tx.$executeRaw`
    UPDATE ${ROW_NAMES[table]} SET lease_owner = NULL, lease_until = NULL, ${last} fence = fence + 1,
      due_at = CASE WHEN ${HAS_WORK[table]} THEN clock_timestamp() END
    WHERE id = ${id} AND ${lost(graceMs)}`;
  return freed > 0;
}

/** All jobs of a batch ended some time ago. */
const jobsEnded = (graceMs: number) => Prisma.sql`NOT EXISTS (
  SELECT FROM job WHERE job.batch_id = batch.id
    AND (job.state NOT IN ${JOB_IS.ended} OR NOT ${olderThan(Prisma.sql`job.state_at`, graceMs)}))`;

/** Rows that have work left and have been idle for the whole grace period. */
const WAITS = {
  // a Pending job waits for the end of the intake's hold without being due
  job: (graceMs) =>
    Prisma.sql`state IN ${JOB_IS.worked} AND ${olderThan(Prisma.sql`state_at`, graceMs)} AND (state <> 'Pending' OR ${INTAKE_OPEN})`,
  // one that its lane has not begun yet waits for its lane
  batch: (graceMs) => Prisma.sql`${olderThan(Prisma.sql`state_at`, graceMs)} AND (
    state IN ${BATCH_IS.reporting}
    OR (state = 'Processing' AND kind <> 'LedgerBatch' AND submitted AND (expanded_at IS NULL OR ${jobsEnded(graceMs)}))
    OR (${HAS_UNTOLD} AND ${jobsEnded(graceMs)}))`,
  outbox: (graceMs) => Prisma.sql`status = 'Waiting' AND ${olderThan(Prisma.sql`created_at`, graceMs)}`,
  // nothing in it has moved lately, so nobody is about to wake it
  lane: (graceMs) => Prisma.sql`${GOING} AND ${MAY_MOVE} AND EXISTS (SELECT FROM ${QUEUED} AS queued)
    AND NOT EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND NOT ${olderThan(Prisma.sql`batch.state_at`, graceMs)})
    AND NOT EXISTS (SELECT FROM attempt WHERE attempt.lane_id = lane.id AND NOT ${olderThan(Prisma.sql`attempt.begun_at`, graceMs)})`,
} as const satisfies Record<RowTable, (graceMs: number) => Prisma.Sql>;

const forgotten = (table: RowTable, graceMs: number) =>
  Prisma.sql`due_at IS NULL AND lease_until IS NULL AND ${WAITS[table](graceMs)}`;

/** Rows with work left that nobody will pick up; after `after`, in the order of ids. */
export async function listForgottenRows(
  tx: Sql,
  table: RowTable,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<{ readonly id: string }[]> {
  return tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${ROW_NAMES[table]} WHERE ${forgotten(table, page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Makes such a row due. @returns whether it was one */
export async function wakeForgottenRow(
  tx: Sql,
  table: RowTable,
  id: string,
  graceMs: number,
): Promise<boolean> {
  const woken = await tx.$executeRaw`
    UPDATE ${ROW_NAMES[table]} SET due_at = clock_timestamp() WHERE id = ${id} AND ${forgotten(table, graceMs)}`;
  return woken > 0;
}

const keptForNothing = (graceMs: number) => Prisma.sql`space_reserved > 0 AND working_directory IS NULL
  AND state IN ${JOB_IS.ended} AND ${olderThan(Prisma.sql`state_at`, graceMs)}`;

export type KeptSpace = { readonly id: string; readonly state: string; readonly bytes: bigint };

/** Ended jobs without a folder that still count against working storage; after `after`, in the order of ids. */
export async function listKeptSpace(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<KeptSpace[]> {
  return tx.$queryRaw<KeptSpace[]>`
    SELECT id, state::text, space_reserved AS bytes FROM job
    WHERE ${keptForNothing(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Frees such space. @returns whether there was any */
export async function freeKeptSpace(tx: Sql, id: string, graceMs: number): Promise<boolean> {
  const freed = await tx.$executeRaw`
    UPDATE job SET space_reserved = 0 WHERE id = ${id} AND ${keptForNothing(graceMs)}`;
  return freed > 0;
}

/** A failed job that has stored its version, or may have, keeps the object until it is resumed. */
const heldForNothing = (graceMs: number) => Prisma.sql`busy_job_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM job WHERE job.id = stored_object.busy_job_id AND (
    job.state NOT IN ${JOB_IS.ended} OR NOT ${olderThan(Prisma.sql`job.state_at`, graceMs)}
    OR (job.state = 'Failed' AND EXISTS (SELECT FROM step_result WHERE owner_id = job.id AND step IN ('place', 'store')))))`;

export type HeldObject = { readonly id: string; readonly ark: string; readonly jobId: string };

/** Objects reserved for a job that is done with them or does not exist; after `after`, in the order of ids. */
export async function listHeldObjects(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<HeldObject[]> {
  return tx.$queryRaw<HeldObject[]>`
    SELECT id, ark, busy_job_id AS "jobId" FROM stored_object
    WHERE ${heldForNothing(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Lets other jobs write such an object. @returns whether it was one */
export async function freeHeldObject(tx: Sql, id: string, graceMs: number): Promise<boolean> {
  const freed = await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL WHERE id = ${id} AND ${heldForNothing(graceMs)}`;
  return freed > 0;
}

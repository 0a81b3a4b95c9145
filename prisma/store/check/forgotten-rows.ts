import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { HAS_UNTOLD } from "../batch/untold-sql.ts";
import { INTAKE_OPEN } from "../intake/is-open-sql.ts";
import { GOING, MAY_MOVE, QUEUED } from "../lane/rule-sql.ts";
import { ROW_NAMES, type RowTable } from "./lost-leases.ts";
import { JOB_MOVES, olderThan } from "./older-than.ts";

/** All jobs of a batch have ended, and that not just now. */
const jobsEnded = (graceMs: number) => Prisma.sql`NOT EXISTS (
  SELECT FROM job WHERE job.batch_id = batch.id
    AND (job.state NOT IN ('Completed', 'Failed', 'Deleted') OR NOT ${olderThan(Prisma.sql`job.state_at`, graceMs)}))`;

/** What has work left and has had no reason to change for the whole grace period. */
const WAITS = {
  // a Pending job waits for the end of the intake's hold without being due
  job: (graceMs) =>
    Prisma.sql`state IN ${JOB_MOVES} AND ${olderThan(Prisma.sql`state_at`, graceMs)} AND (state <> 'Pending' OR ${INTAKE_OPEN})`,
  // one that its lane has not begun yet waits for its lane
  batch: (graceMs) => Prisma.sql`${olderThan(Prisma.sql`state_at`, graceMs)} AND (
    state IN ('Reporting', 'UpdateReporting')
    OR (state = 'Processing' AND kind <> 'LedgerBatch' AND submitted AND (expanded_at IS NULL OR ${jobsEnded(graceMs)}))
    OR (${HAS_UNTOLD} AND ${jobsEnded(graceMs)}))`,
  outbox: (graceMs) => Prisma.sql`status = 'Waiting' AND ${olderThan(Prisma.sql`created_at`, graceMs)}`,
  // nothing of it has moved lately, so nobody is about to wake it
  lane: (graceMs) => Prisma.sql`${GOING} AND ${MAY_MOVE} AND EXISTS (SELECT FROM ${QUEUED} AS queued)
    AND NOT EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND NOT ${olderThan(Prisma.sql`batch.state_at`, graceMs)})
    AND NOT EXISTS (SELECT FROM attempt WHERE attempt.lane_id = lane.id AND NOT ${olderThan(Prisma.sql`attempt.begun_at`, graceMs)})`,
} as const satisfies Record<RowTable, (graceMs: number) => Prisma.Sql>;

const forgotten = (table: RowTable, graceMs: number) =>
  Prisma.sql`due_at IS NULL AND lease_until IS NULL AND ${WAITS[table](graceMs)}`;

/** Rows with work left that nobody will look at; after `after`, in the order of ids. */
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

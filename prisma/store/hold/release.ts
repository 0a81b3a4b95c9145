import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import type { Held } from "../../../core/hold/holdable.ts";
import { INTAKE_HELD } from "../../../core/hold/wait-code.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { moveBatches } from "../batch/move.ts";
import { UNTOUCHED } from "../lane/rule.ts";
import { ENDING, type HeldRow, heldColumns, isRow, setEnd, tableOf } from "./hold.ts";

/**
 * Removes a hold without moving anything. `expired`: only if it has expired by the database's clock.
 * @returns the hold as it was; undefined when there is none (any more)
 */
export async function releaseHoldRow(
  tx: Sql,
  row: HeldRow,
  { expired = false }: { readonly expired?: boolean | undefined } = {},
): Promise<Hold | undefined> {
  const [released] = await tx.$queryRaw<HoldColumns[]>`
    WITH it AS (
      SELECT * FROM ${tableOf(row.on)} WHERE ${isRow(row)} AND held_at IS NOT NULL
        ${expired ? Prisma.sql`AND held_until <= clock_timestamp()` : Prisma.empty}
      FOR UPDATE
    ), released AS (
      UPDATE ${tableOf(row.on)} AS row SET held_at = NULL, held_by = NULL, held_reason = NULL${setEnd(row, null)}
      FROM it WHERE row.id = it.id
    )
    SELECT ${heldColumns(row)} FROM it`;
  return released && (holdOf(released) ?? undefined);
}

/** Holds that have expired by the database's clock: the widest kind first, each kind by its time. */
export async function listExpiredHolds(tx: Sql, most: number): Promise<Held[]> {
  const each = ENDING.map(
    ({ on, name, called }, place) => Prisma.sql`(
      SELECT ${place}::int AS place, ${on}::text AS "on", ${called} AS id, held_until FROM ${name}
      WHERE held_until <= clock_timestamp() ORDER BY held_until LIMIT ${most})`,
  );
  return tx.$queryRaw<Held[]>`
    SELECT "on", id FROM (${Prisma.join(each, " UNION ALL ")}) AS expired
    ORDER BY place, held_until, id
    LIMIT ${most}`;
}

/**
 * Releases the batches a collection's hold has stopped, in one statement with their events; each waits in its place
 * until its lane begins it. Batches with a hold of their own stay Held, and show that from now on. Lock the lane first.
 * @returns their ids, in no particular order
 */
export async function releaseHeldBatches(
  tx: Sql,
  { collectionId }: { readonly collectionId: string },
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<string[]> {
  const move = { from: "Held", to: "Processing", by: "person", actor, reason } as const;
  const ids = await moveBatches(
    tx,
    move,
    Prisma.sql`collection_id = ${collectionId} AND state = 'Held' AND held_at IS NULL`,
  );
  await tx.$executeRaw`
    UPDATE batch SET wait_reason = held_by || ' holds it: ' || held_reason
    WHERE collection_id = ${collectionId} AND state = 'Held' AND held_at IS NOT NULL`;
  return ids;
}

/** Whose Held jobs. */
export type HeldJobsOf = { readonly collectionId: string } | { readonly batchId: string } | "all";

function whichOf(of: HeldJobsOf): Prisma.Sql {
  if (of === "all")
    return Prisma.sql`batch.held_at IS NULL AND batch.collection_id IN (SELECT id FROM collection WHERE held_at IS NULL)`;
  return "batchId" in of
    ? Prisma.sql`batch.id = ${of.batchId}`
    : Prisma.sql`batch.collection_id = ${of.collectionId} AND batch.held_at IS NULL`;
}

/**
 * Releases the jobs a hold has stopped, in one statement with their events: those of a collection, except in batches
 * with their own hold; those of one batch; or all that no other hold covers. Never a job with a hold of its own. Each
 * keeps its turn, so they begin in their original order. Events are in the order of places. Any number: 10,000 take
 * about a second.
 * @returns their ids, in no particular order
 */
export async function releaseHeldJobs(
  tx: Sql,
  of: HeldJobsOf,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<string[]> {
  const released = await tx.$queryRaw<{ id: string }[]>`
    WITH released AS (
      UPDATE job SET state = 'Estimating', state_at = clock_timestamp(), wait_code = NULL, wait_reason = NULL,
        kills = 0, due_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL
      FROM batch
      WHERE batch.id = job.batch_id AND ${whichOf(of)} AND job.state = 'Held' AND job.held_at IS NULL
      RETURNING job.id, job.batch_id, job.ordinal, batch.lane_seq
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, "from", "to", actor, reason)
      SELECT 'job.moved', batch_id, id, 'Held', 'Estimating', ${actor}, ${reason} FROM released ORDER BY lane_seq, ordinal
    )
    SELECT id FROM released`;
  return released.map(({ id }) => id);
}

/**
 * Makes everything due that waited for the intake: jobs in their states, each with its turn, and lanes with waiting
 * batches.
 * @returns how many jobs and lanes
 */
export async function wakeIntake(tx: Sql): Promise<{ readonly jobs: number; readonly lanes: number }> {
  const jobs = await tx.$executeRaw`
    UPDATE job SET due_at = clock_timestamp(), wait_code = NULL, wait_reason = NULL
    WHERE state = 'Pending' AND wait_code = ${INTAKE_HELD}`;
  const lanes = await tx.$executeRaw`
    UPDATE lane SET touched = touched + 1, due_at = clock_timestamp()
    WHERE EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${UNTOUCHED})
      OR EXISTS (
        SELECT FROM batch WHERE batch.lane_id = lane.id AND (state = 'Pending' OR kind <> 'LedgerBatch') AND submission_status = 'Delayed')`;
  return { jobs, lanes };
}

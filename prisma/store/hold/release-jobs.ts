import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

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
 * Releases the jobs a hold has stopped, in one statement with their events: those of a collection but for batches held
 * by themselves, those of one batch, or all that no other hold is over; never one held by itself. Each keeps its turn, so they begin in the order they
 * would have. Events are in the order of places. Any number: 10,000 take about a second.
 * @returns their ids, in no order
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

import { turnShiftMs } from "../../../core/job/turn.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** `of`: one job, or all of a batch that have not ended. */
export type PriorityChange = {
  readonly of: { readonly jobId: string } | { readonly batchId: string };
  readonly priority: number;
  readonly actor: string;
  readonly reason: string;
};

/** A job whose priority was another one. */
export type Reprioritised = { readonly id: string; readonly before: number };

/**
 * Gives jobs that have not ended another priority and moves their turns by as much, with an event for each, by one
 * statement. Those that have it already are left alone. Source: docs/reference/states.md, "Priority".
 */
export async function setPriority(tx: Sql, change: PriorityChange): Promise<Reprioritised[]> {
  const { of, priority, actor, reason } = change;
  const which = "jobId" in of ? Prisma.sql`id = ${of.jobId}` : Prisma.sql`batch_id = ${of.batchId}`;
  return tx.$queryRaw<Reprioritised[]>`
    WITH waiting AS (
      SELECT id, priority AS before FROM job
      WHERE ${which} AND state NOT IN ('Completed', 'Failed', 'Deleted') AND priority <> ${priority}
      ORDER BY id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE job SET priority = ${priority},
        turn_at = turn_at + (${priority}::int - waiting.before) * ${turnShiftMs(0, 1)}::int * interval '1 millisecond'
      FROM waiting WHERE job.id = waiting.id
      RETURNING job.id, job.batch_id, waiting.before
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason, details)
      SELECT 'job.priority', batch_id, id, ${actor},
        'Priority ' || ${priority}::int || ' instead of ' || before || ': ' || ${reason}::text,
        jsonb_build_object('before', before, 'after', ${priority}::int) FROM changed
    )
    SELECT id, before FROM changed`;
}

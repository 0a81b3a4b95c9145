import type { Sql } from "../../sql.ts";

/** Who sends it again and why; `receiver`: of the address it goes to now. */
export type Redelivery = { readonly by: string; readonly reason: string; readonly receiver: string };

/**
 * Makes a callback due now, with a full day of tries before it, to the address of the collection's present profile, and
 * says so in the job's timeline. Its id, and with it `webhook-id`, stays.
 * @returns false when a try is under way; nothing was written
 */
export async function redeliverCallback(tx: Sql, id: string, redelivery: Redelivery): Promise<boolean> {
  const { by, reason, receiver } = redelivery;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH again AS (
      UPDATE outbox SET status = 'Waiting', due_at = clock_timestamp(), ended_at = NULL, kills = 0,
        payload = payload || jsonb_build_object('tries', 0, 'firstTryAt', NULL, 'address', 'present', 'receiver', ${receiver}::text)
      WHERE id = ${id} AND kind = 'callback' AND (lease_until IS NULL OR lease_until < clock_timestamp())
      RETURNING id, batch_id, job_id
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason)
      SELECT 'callback.redelivered', batch_id, job_id, ${by}, ${reason} FROM again
    )
    SELECT id FROM again`;
  return rows.length === 1;
}

/** The same for all callbacks of a collection that were given up, however many. @returns how many */
export async function redeliverFailedCallbacks(
  tx: Sql,
  collectionId: string,
  redelivery: Redelivery,
): Promise<number> {
  const { by, reason, receiver } = redelivery;
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    WITH again AS (
      UPDATE outbox SET status = 'Waiting', due_at = clock_timestamp(), ended_at = NULL, kills = 0,
        payload = payload || jsonb_build_object('tries', 0, 'firstTryAt', NULL, 'address', 'present', 'receiver', ${receiver}::text)
      FROM batch
      WHERE outbox.kind = 'callback' AND outbox.status = 'Failed'
        AND batch.id = outbox.batch_id AND batch.collection_id = ${collectionId}
      RETURNING outbox.id, outbox.batch_id, outbox.job_id
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason)
      SELECT 'callback.redelivered', batch_id, job_id, ${by}, ${reason} FROM again
    )
    SELECT count(*)::int AS count FROM again`;
  return row?.count ?? 0;
}

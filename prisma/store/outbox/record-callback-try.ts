import { MOST_TRIES } from "../../../core/callback/most-tries.ts";
import type { Sql } from "../../sql.ts";
import type { Claimed } from "./record-sent.ts";

/** How a try went and what becomes of the callback. `pauseMs`: until the next try, when there is one. */
export type TriedCallback = {
  readonly status: "Waiting" | "Sent" | "Failed";
  /** Null: no answer came. */
  readonly httpStatus: number | null;
  readonly tookMs: number;
  /** The receiver's words or why there was no answer, at most 500 characters. */
  readonly message: string;
  readonly pauseMs: number;
};

/**
 * Records one try in the delivery log, of which the oldest beyond MOST_TRIES go, and what becomes of the callback, says
 * in the job's timeline when it is given up, and gives the lease back; one statement.
 * @returns false when the right to the row was lost, or it is settled already; nothing was written
 */
export async function recordCallbackTry(
  tx: Sql,
  { id, fence }: Claimed,
  tried: TriedCallback,
): Promise<boolean> {
  const { status, httpStatus, tookMs, message, pauseMs } = tried;
  const isSent = status === "Sent";
  const written = await tx.$queryRaw<{ id: string }[]>`
    WITH told AS (
      UPDATE outbox SET
        status = ${status},
        attempts = attempts + 1,
        response = CASE WHEN ${isSent} THEN ${message} END,
        last_error = CASE WHEN NOT ${isSent} THEN ${message} END,
        payload = payload || jsonb_build_object(
          'tries', COALESCE((payload ->> 'tries')::int, 0) + 1,
          'firstTryAt', COALESCE(payload ->> 'firstTryAt', to_char(
            (clock_timestamp() - ${tookMs}::float8 * interval '1 millisecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
        due_at = CASE WHEN ${status === "Waiting"} THEN clock_timestamp() + ${pauseMs}::float8 * interval '1 millisecond' END,
        ended_at = CASE WHEN ${status !== "Waiting"} THEN clock_timestamp() END,
        kills = 0, lease_owner = NULL, lease_until = NULL
      WHERE id = ${id} AND fence = ${fence} AND kind = 'callback' AND status = 'Waiting'
      RETURNING id, batch_id, job_id
    ), logged AS (
      INSERT INTO delivery (id, outbox_id, at, http_status, took_ms, message)
      SELECT gen_random_uuid()::text, id, clock_timestamp() - ${tookMs}::float8 * interval '1 millisecond',
        ${httpStatus}::int, round(${tookMs}::float8)::int, ${message}
      FROM told
    ), forgotten AS (
      DELETE FROM delivery WHERE id IN (
        SELECT delivery.id FROM delivery JOIN told ON told.id = delivery.outbox_id
        ORDER BY delivery.at DESC, delivery.id DESC OFFSET ${MOST_TRIES - 1})
    ), given_up AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason)
      SELECT 'callback.failed', batch_id, job_id, 'Waybill', ${message} FROM told WHERE ${status === "Failed"}
    )
    SELECT id FROM told`;
  return written.length === 1;
}

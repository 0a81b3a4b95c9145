import { MOST_TRIES } from "../../../core/callback/most-tries.ts";
import type { KeptProfile } from "../../../core/callback/target.ts";
import type { CallbackStatus } from "../../../core/contracts/callback-requests.ts";
import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";
import { type Reach, within } from "../within.ts";
import type { Claimed } from "./mail.ts";

/**
 * A callback about to be tried. `payload`: core/contracts/callback.ts, not yet checked. `pinned` and `present`: the
 * settings the batch was accepted under, and the collection's newest. `elapsedMs`: since the first try of this round by
 * the database's clock, 0 before it. `sealed`: the collection's keys in use, oldest first.
 */
export type CallbackRow = {
  readonly status: string;
  readonly fence: bigint;
  readonly payload: unknown;
  readonly collectionId: string;
  /** Of the batch; null: it has none yet. */
  readonly position: bigint | null;
  readonly pinned: KeptProfile;
  readonly present: KeptProfile;
  readonly elapsedMs: number;
  readonly sealed: readonly string[];
};

export async function findCallback(tx: Sql, id: string): Promise<CallbackRow | undefined> {
  const [row] = await tx.$queryRaw<CallbackRow[]>`
    SELECT outbox.status, outbox.fence, outbox.payload, batch.collection_id AS "collectionId",
      (SELECT position FROM sequenced WHERE kind = 'batch' AND item_id = batch.id) AS position,
      jsonb_build_object('settings', pinned.settings, 'callbackSealed', pinned.callback_sealed) AS pinned,
      (SELECT jsonb_build_object('settings', settings, 'callbackSealed', callback_sealed) FROM profile_version
        WHERE collection_id = batch.collection_id ORDER BY version DESC LIMIT 1) AS present,
      COALESCE(extract(epoch FROM clock_timestamp() - (outbox.payload ->> 'firstTryAt')::timestamptz) * 1000, 0)::float8 AS "elapsedMs",
      ARRAY(
        SELECT sealed FROM callback_secret
        WHERE collection_id = batch.collection_id AND (retires_at IS NULL OR retires_at > clock_timestamp())
        ORDER BY created_at, id
      ) AS sealed
    FROM outbox
    JOIN batch ON batch.id = outbox.batch_id
    JOIN profile_version AS pinned ON pinned.id = batch.profile_version_id
    WHERE outbox.id = ${id} AND outbox.kind = 'callback'`;
  return row;
}

/** The profile settings a callback's address comes from: its batch's, and its collection's newest. */
export type CallbackSettings = {
  readonly pinned: KeptProfile;
  readonly present: KeptProfile;
  /** As in core/contracts/callback.ts. */
  readonly address: string;
  readonly isSigned: boolean;
};

export async function findCallbackSettings(tx: Sql, id: string): Promise<CallbackSettings | undefined> {
  const [row] = await tx.$queryRaw<CallbackSettings[]>`
    SELECT jsonb_build_object('settings', pinned.settings, 'callbackSealed', pinned.callback_sealed) AS pinned, outbox.payload ->> 'address' AS address,
      (SELECT jsonb_build_object('settings', settings, 'callbackSealed', callback_sealed) FROM profile_version
        WHERE collection_id = batch.collection_id ORDER BY version DESC LIMIT 1) AS present,
      EXISTS (
        SELECT FROM callback_secret
        WHERE collection_id = batch.collection_id AND (retires_at IS NULL OR retires_at > clock_timestamp())
      ) AS "isSigned"
    FROM outbox
    JOIN batch ON batch.id = outbox.batch_id
    JOIN profile_version AS pinned ON pinned.id = batch.profile_version_id
    WHERE outbox.id = ${id} AND outbox.kind = 'callback'`;
  return row;
}

/** The result of a try and its consequence for the callback. `pauseMs`: until the next try, if any. */
export type TriedCallback = {
  readonly status: "Waiting" | "Sent" | "Failed";
  /** Null: no answer came. */
  readonly httpStatus: number | null;
  readonly tookMs: number;
  /** The receiver's message, or why there was no answer; at most 500 characters. */
  readonly message: string;
  readonly pauseMs: number;
};

/**
 * Records one try in the delivery log (dropping the oldest beyond MOST_TRIES) and its consequence for the callback,
 * notes in the job's timeline if it is given up, and gives the lease back; one statement.
 * @returns false when the lease was lost or the callback has already ended; nothing was written then
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

/** Who redelivers it and why; `receiver`: that of its present address. */
export type Redelivery = { readonly by: string; readonly reason: string; readonly receiver: string };

/**
 * Makes a callback due now, with a full day of tries ahead, to the address in the collection's present profile, and
 * notes it in the job's timeline. Its id, and so `webhook-id`, stays the same.
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

/** Columns of `job` that `insertCallbacks` reads from the rows it is given. */
export const ENDED_COLUMNS = Prisma.sql`id, batch_id, state, retry_count, ark, local_ids, filename, title, creator, date,
  error_message, ended_at`;

const TIME = Prisma.sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/**
 * Writes the callback of each job in the CTE `ended` (with ENDED_COLUMNS, in Completed or Failed) whose batch's profile
 * version has a callback address; for use in the statement that ends the job, so that neither exists without the other.
 * Only a person's requeue leaves Failed, so retry_count numbers a job's endings, and each has one callback. Payload:
 * core/contracts/callback.ts. Source: docs/reference/callbacks.md, "When".
 */
export const INSERT_CALLBACKS = Prisma.sql`
  INSERT INTO outbox (id, kind, subject, batch_id, job_id, payload, due_at)
  SELECT 'cb-' || gen_random_uuid(), 'callback', 'job:' || ended.id || ':' || (ended.retry_count + 1), ended.batch_id,
    ended.id,
    jsonb_build_object(
      'jobId', ended.id,
      'batchId', ended.batch_id,
      'status', CASE WHEN ended.state = 'Completed' THEN 'COMPLETED' ELSE 'FAILED' END,
      'message', ended.error_message,
      'ark', ended.ark,
      'localIds', COALESCE(ended.local_ids, '{}'),
      'filename', ended.filename,
      'title', ended.title,
      'creator', ended.creator,
      'date', ended.date,
      'submittedAt', to_char(batch.created_at AT TIME ZONE 'UTC', ${TIME}),
      'endedAt', to_char(ended.ended_at AT TIME ZONE 'UTC', ${TIME}),
      'receiver', COALESCE(lower(substring(profile.settings ->> 'callbackUrl'
        FROM '^[A-Za-z]+:[/\\\\]*(?:[^/?#\\\\]*@)?([^/?#\\\\]+)')), ''),
      'address', 'pinned',
      'tries', 0,
      'firstTryAt', NULL),
    clock_timestamp()
  FROM ended
  JOIN batch ON batch.id = ended.batch_id
  JOIN profile_version AS profile ON profile.id = batch.profile_version_id
  WHERE profile.settings ->> 'callbackUrl' IS NOT NULL
  ON CONFLICT (kind, subject) DO NOTHING`;

/** A callback as lists show it. */
export type CallbackListRow = {
  readonly id: string;
  readonly dedupKey: string;
  readonly jobId: string;
  readonly batchId: string;
  readonly collectionId: string;
  readonly collection: string;
  readonly outcome: "COMPLETED" | "FAILED";
  readonly receiver: string;
  readonly status: CallbackStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly dueAt: Date | null;
  readonly lastError: string | null;
};

export type CallbackFilter = {
  readonly reach: Reach;
  readonly id?: string | undefined;
  readonly jobId?: string | undefined;
  readonly status?: CallbackStatus | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

/** Callbacks of collections within reach, newest first, one more than `limit`. */
export async function listCallbackRows(tx: Sql, filter: CallbackFilter): Promise<CallbackListRow[]> {
  const { reach, id, jobId, status, after, limit } = filter;
  return tx.$queryRaw<CallbackListRow[]>`
    SELECT outbox.id, outbox.subject AS "dedupKey", outbox.job_id AS "jobId", outbox.batch_id AS "batchId",
      batch.collection_id AS "collectionId", collection.slug AS collection, outbox.payload ->> 'status' AS outcome,
      outbox.payload ->> 'receiver' AS receiver, outbox.status, outbox.attempts, outbox.created_at AS "createdAt",
      outbox.ended_at AS "endedAt", outbox.due_at AS "dueAt", outbox.last_error AS "lastError"
    FROM outbox
    JOIN batch ON batch.id = outbox.batch_id
    JOIN collection ON collection.id = batch.collection_id
    WHERE outbox.kind = 'callback'
      AND ${within(Prisma.sql`batch.collection_id`, reach)}
      AND ${id ? Prisma.sql`outbox.id = ${id}` : Prisma.sql`TRUE`}
      AND ${jobId ? Prisma.sql`outbox.job_id = ${jobId}` : Prisma.sql`TRUE`}
      AND ${statusIs(status)}
      AND ${after ? Prisma.sql`(outbox.created_at, outbox.id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY outbox.created_at DESC, outbox.id DESC
    LIMIT ${limit + 1}`;
}

/** `Failed` as literal text in the statement, so that its partial index can be used. */
function statusIs(status: CallbackStatus | undefined): Prisma.Sql {
  if (status === undefined) return Prisma.sql`TRUE`;
  return status === "Failed" ? Prisma.sql`outbox.status = 'Failed'` : Prisma.sql`outbox.status = ${status}`;
}

/** How many callbacks of collections within reach have been given up. */
export async function countFailedCallbacks(tx: Sql, reach: Reach): Promise<number> {
  const join = reach === "all" ? Prisma.empty : Prisma.sql`JOIN batch ON batch.id = outbox.batch_id`;
  const [row] = await tx.$queryRaw<{ failed: number }[]>`
    SELECT count(*)::int AS failed FROM outbox ${join}
    WHERE outbox.kind = 'callback' AND outbox.status = 'Failed'
      AND ${within(Prisma.sql`batch.collection_id`, reach)}`;
  return row?.failed ?? 0;
}

/** The latest tries of a callback, newest first, at most `most`. */
export async function listDeliveries(tx: Tx, outboxId: string, most: number) {
  return tx.delivery.findMany({
    where: { outboxId },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: most,
    select: { at: true, httpStatus: true, tookMs: true, message: true },
  });
}

import { Prisma } from "../../generated/client.ts";

/** Columns of `job` that `insertCallbacks` reads from the rows it is given. */
export const ENDED_COLUMNS = Prisma.sql`id, batch_id, state, retry_count, ark, local_ids, filename, title, creator, date,
  error_message, ended_at`;

const TIME = Prisma.sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/**
 * Writes the callback of each job in the CTE `ended` (with ENDED_COLUMNS, in Completed or Failed) whose batch's profile
 * version has a callback address; for the statement that ends the job, so that neither is there without the other. Only a
 * person's requeue leaves Failed, so retry_count numbers a job's endings, and each has one callback.
 * Payload: core/contracts/callback.ts. Source: docs/reference/callbacks.md, "When".
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

import type { Db } from "../../../prisma/client.ts";
import type {
  RecordedVersion,
  Seen,
  SeenBatch,
  SeenFile,
  SeenJob,
  SeenMessage,
  SeenMove,
  SeenReport,
} from "./seen.ts";

type Rows = Pick<Seen, "keys" | "batches" | "jobs" | "moves" | "recorded" | "reports" | "messages">;

/** Reads the rows of everything that went to a repository lane. */
export async function lookAtRows(db: Db): Promise<Rows> {
  return {
    keys: await db.$queryRaw<{ key: string; batchId: string }[]>`
      SELECT key, batch_id AS "batchId" FROM idempotency_key`,
    batches: await db.$queryRaw<SeenBatch[]>`
      SELECT batch.id, lane.service_id AS lane, lane_seq::float8 AS seq, state::text, error_code AS "errorCode",
        payload_path AS "payloadPath",
        ARRAY(SELECT (extract(epoch FROM begun_at) * 1000)::float8 FROM attempt
          WHERE attempt.batch_id = batch.id AND outcome = 'accepted' ORDER BY id) AS "handedOverAt"
      FROM batch JOIN lane ON lane.id = lane_id WHERE backend = 'repository'`,
    jobs: await db.$queryRaw<SeenJob[]>`
      SELECT job.id, batch_id AS "batchId", ordinal, state::text, error_code AS "errorCode", error_message AS "errorMessage", retry_count AS "retryCount",
        working_directory IS NOT NULL AS "hasFolder", (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
        (SELECT count(*)::int FROM minted_ark WHERE minted_ark.job_id = job.id) AS minted
      FROM job`,
    moves: await db.$queryRaw<SeenMove[]>`
      SELECT event.batch_id AS "batchId", job_id AS "jobId", "from", "to", (extract(epoch FROM at) * 1000)::float8 AS at
      FROM event JOIN batch ON batch.id = event.batch_id JOIN lane ON lane.id = lane_id AND backend = 'repository'
      WHERE event.kind IN ('batch.moved', 'job.moved') ORDER BY event.id`,
    recorded: await recordedVersions(db),
    reports: await db.$queryRaw<SeenReport[]>`
      SELECT batch_id AS "batchId", number, outcome, facts -> 'jobs' AS jobs FROM report
      WHERE batch_id IN (SELECT batch.id FROM batch JOIN lane ON lane.id = lane_id AND backend = 'repository')`,
    messages: await db.$queryRaw<SeenMessage[]>`
      SELECT id, kind, status, COALESCE(CASE kind WHEN 'mail' THEN payload ->> 'messageId' ELSE job_id END, '') AS about
      FROM outbox`,
  };
}

async function recordedVersions(db: Db): Promise<RecordedVersion[]> {
  const rows = await db.objectVersion.findMany({ include: { object: true, files: true } });
  return rows.map(({ object, version, jobId, fileCount, files }) => ({
    ark: object.ark,
    version,
    jobId,
    fileCount,
    files: files.map(({ path, sha256, contentPath }): SeenFile => ({ path, sha256, contentPath })),
  }));
}

/** What is still kept from others, each in words. */
export async function lookAtHeld(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ words: string }[]>`
    SELECT 'the lease of job ' || id AS words FROM job WHERE lease_until IS NOT NULL
    UNION ALL SELECT 'the lease of batch ' || id FROM batch WHERE lease_until IS NOT NULL
    UNION ALL SELECT 'the lease of ' || kind || ' ' || id FROM outbox WHERE lease_until IS NOT NULL
    UNION ALL SELECT 'the claim of lane ' || service_id FROM lane WHERE lease_until IS NOT NULL AND backend = 'repository'
    UNION ALL SELECT space_reserved || ' bytes of job ' || id FROM job WHERE space_reserved > 0 AND working_directory IS NULL
    UNION ALL SELECT space_reserved || ' bytes of job ' || id FROM job WHERE space_reserved > 0 AND state <> 'Failed'
    UNION ALL SELECT 'the object ' || ark FROM stored_object WHERE busy_job_id IS NOT NULL
    UNION ALL SELECT 'a place at ' || name FROM slot WHERE holder IS NOT NULL`;
  return rows.map(({ words }) => words);
}

import type { Problem } from "../../core/errors.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import type { MovePart } from "./job/part.ts";
import { JOB_IS } from "./states-sql.ts";

/**
 * One file of a job's object, as its manifest or container lists it. `url` null: the bytes come with the job's payload.
 * `urlSealed`: the address with its credentials, sealed; null: it has none.
 */
export type NewFile = {
  readonly ordinal: number;
  readonly line: number | null;
  readonly name: string;
  readonly url: string | null;
  readonly urlSealed: string | null;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly declaredSize: number | null;
  readonly declaredMediaType: string | null;
};

/** Adds file rows to a job while its lease is held; existing rows stay as they are. A few thousand at a time. */
export async function insertFiles(
  tx: Sql,
  jobId: string,
  fence: bigint,
  files: readonly NewFile[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO job_file (job_id, ordinal, line, name, url, url_sealed, digest_type, digest_value, declared_size, declared_media_type)
    SELECT job.id, new.ordinal, new.line, new.name, new.url, new."urlSealed", new."digestType", new."digestValue", new."declaredSize", new."declaredMediaType"
    FROM job, jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS new (
      ordinal int, line int, name text, url text, "urlSealed" text, "digestType" text, "digestValue" text, "declaredSize" bigint, "declaredMediaType" text)
    WHERE job.id = ${jobId} AND job.fence = ${fence}
    ON CONFLICT (job_id, ordinal) DO NOTHING`;
}

/** A file's size in bytes as its source reported it. */
export type FileSize = { readonly ordinal: number; readonly size: number };

/** Records the sizes that sources reported for some files. */
export async function recordEstimates(
  tx: Sql,
  jobId: string,
  fence: bigint,
  sizes: readonly FileSize[],
): Promise<void> {
  if (sizes.length === 0) return;
  await tx.$executeRaw`
    UPDATE job_file SET estimated_size = said.size
    FROM jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) AS said (ordinal int, size bigint)
    WHERE job_file.job_id = ${jobId} AND job_file.ordinal = said.ordinal
      AND EXISTS (SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence})`;
}

/**
 * Bytes the files of a job need besides its payload, as far as known: actual, else declared, else estimated sizes. A
 * single file that came with the deposit is its payload; the files unpacked from a container are not.
 */
export function needOf(jobId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT COALESCE(sum(COALESCE(size, declared_size, estimated_size, 0)), 0)
    FROM job_file WHERE job_id = ${jobId} AND (url IS NOT NULL OR (SELECT payload = 'container' FROM job WHERE id = ${jobId})))`;
}

/** Bytes received of a file; `ordinal` 0: of the job's container. */
export type Received = { readonly ordinal: number; readonly bytes: number };

/**
 * Records how much of a job's files has been received, while the lease is held, and ends the job's wait. Verified files
 * are left alone.
 */
export async function noteReceived(
  tx: Sql,
  { jobId, fence }: { readonly jobId: string; readonly fence: bigint },
  received: readonly Received[],
): Promise<void> {
  const container = received.find(({ ordinal }) => ordinal === 0);
  await tx.$executeRaw`
    WITH held AS (
      UPDATE job SET received = COALESCE(${container?.bytes ?? null}::bigint, received),
        wait_code = NULL, wait_reason = NULL
      WHERE id = ${jobId} AND fence = ${fence} RETURNING id
    )
    UPDATE job_file SET received = got.bytes
    FROM held, jsonb_to_recordset(${JSON.stringify(received)}::jsonb) AS got (ordinal int, bytes bigint)
    WHERE job_file.job_id = held.id AND job_file.ordinal = got.ordinal AND job_file.verified_at IS NULL`;
}

/** A file that is in the working folder with the right bytes, or why it is not. */
export type FileResult = {
  readonly ordinal: number;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly mediaType: string | null;
  readonly warning: Problem | null;
  readonly attempts: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
};

/** Records results of fetching files while the lease is held; verified files are never fetched again. Some hundred at a time. */
export async function recordFiles(
  tx: Sql,
  jobId: string,
  fence: bigint,
  results: readonly FileResult[],
): Promise<void> {
  if (results.length === 0) return;
  await tx.$executeRaw`
    UPDATE job_file SET ${brought(Prisma.sql`${JSON.stringify(results)}::jsonb`)}
    WHERE job_file.job_id = ${jobId} AND job_file.ordinal = got.ordinal
      AND EXISTS (SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence})`;
}

/** The same as a part of the statement that moves the job. */
export function filesPart(jobId: string, results: readonly FileResult[]): MovePart {
  return {
    name: "files",
    rows: results.map((result) => ({ jobId, ...result })),
    queries: (rows) => Prisma.sql`files_brought AS (
      UPDATE job_file SET ${brought(rows)}
      WHERE job_file.job_id = got."jobId" AND job_file.ordinal = got.ordinal AND got."jobId" = ANY(ARRAY(SELECT id FROM moved))
    )`,
  };
}

/** The columns set, and the results as `got`; `rows`: the results as jsonb. */
function brought(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
      size = got.size, sha256 = got.sha256, media_type = got."mediaType", warning = NULLIF(got.warning, 'null'),
      attempts = job_file.attempts + got.attempts, error_code = got."errorCode", error_message = got."errorMessage",
      received = CASE WHEN got.sha256 IS NOT NULL THEN got.size ELSE 0 END,
      verified_at = CASE WHEN got.sha256 IS NOT NULL THEN clock_timestamp() END
    FROM jsonb_to_recordset(${rows}) AS got (
      "jobId" text, ordinal int, size bigint, sha256 text, "mediaType" text, warning jsonb, attempts int, "errorCode" text, "errorMessage" text)`;
}

/** Makes files that are gone from a job's folder unverified again, while the lease is held. @returns how many were verified */
export async function resetFiles(
  tx: Sql,
  { jobId, fence }: { readonly jobId: string; readonly fence: bigint },
  ordinals: readonly number[],
): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_file SET verified_at = NULL, size = NULL, sha256 = NULL, received = 0
    FROM job
    WHERE job.id = ${jobId} AND job.fence = ${fence} AND job_file.job_id = job.id
      AND job_file.ordinal = ANY(${[...ordinals]}::int[]) AND job_file.verified_at IS NOT NULL`;
}

/** Deletes a job's file rows, so that its payload is listed again. The job's lease must still be held. */
export async function forgetFiles(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM job_file USING job WHERE job.id = ${jobId} AND job.fence = ${fence} AND job_file.job_id = job.id`;
}

/** Files of a job with one of these names, by place. Reads all rows of the job. */
export async function listNamedFiles(
  tx: Sql,
  jobId: string,
  names: readonly string[],
): Promise<FileRecord[]> {
  return tx.$queryRaw<FileRecord[]>`
    SELECT ${FILE_COLUMNS}
    FROM job_file WHERE job_id = ${jobId} AND name = ANY(${[...names]}::text[])
    ORDER BY ordinal`;
}

const SELECT = {
  ordinal: true,
  name: true,
  url: true,
  digestType: true,
  digestValue: true,
  declaredSize: true,
  size: true,
  received: true,
  sha256: true,
  declaredMediaType: true,
  mediaType: true,
  warning: true,
  verifiedAt: true,
  attempts: true,
  errorCode: true,
  errorMessage: true,
} as const;

/** Files of a job as its page shows them, after place `after`, one more than `limit`. */
export async function listFilesOfJob(
  tx: Tx,
  jobId: string,
  page: { readonly after: number; readonly limit: number },
) {
  return tx.jobFile.findMany({
    where: { jobId, ordinal: { gt: page.after } },
    orderBy: { ordinal: "asc" },
    take: page.limit + 1,
    select: SELECT,
  });
}

/** One file of a job. Sizes in bytes. */
export type FileRecord = {
  readonly ordinal: number;
  /** Its line in the manifest. */
  readonly line: number | null;
  readonly name: string;
  /** Without credentials. */
  readonly url: string | null;
  readonly urlSealed: string | null;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly declaredSize: bigint | null;
  readonly estimatedSize: bigint | null;
  readonly declaredMediaType: string | null;
  readonly mediaType: string | null;
  /** A warning about its bytes, found on arrival. */
  readonly warning: Problem | null;
  readonly size: bigint | null;
  readonly sha256: string | null;
  /** It is in the job's folder with the right bytes. */
  readonly isVerified: boolean;
};

/** The columns of FileRecord. */
const FILE_COLUMNS = Prisma.sql`ordinal, line, name, url, url_sealed AS "urlSealed", digest_type AS "digestType", digest_value AS "digestValue",
  declared_size AS "declaredSize", estimated_size AS "estimatedSize", declared_media_type AS "declaredMediaType",
  media_type AS "mediaType", warning, size, sha256, verified_at IS NOT NULL AS "isVerified"`;

/** A file as JSON has it: its sizes as texts. */
export type FileJson = Omit<FileRecord, Sizes> & { readonly [Size in Sizes]: string | null };
type Sizes = "declaredSize" | "estimatedSize" | "size";

/** An expression: all files of a job, by place, as a JSON array of FileJson. */
export function filesOfJob(jobId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT jsonb_agg(to_jsonb(file) || jsonb_build_object('declaredSize', file."declaredSize"::text,
      'estimatedSize', file."estimatedSize"::text, 'size', file.size::text) ORDER BY file.ordinal)
    FROM (SELECT ${FILE_COLUMNS} FROM job_file WHERE job_id = ${jobId}) AS file)`;
}

export function readFile({ declaredSize, estimatedSize, size, ...others }: FileJson): FileRecord {
  const read = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    ...others,
    declaredSize: read(declaredSize),
    estimatedSize: read(estimatedSize),
    size: read(size),
  };
}

const WHICH = {
  all: Prisma.sql`true`,
  unverified: Prisma.sql`verified_at IS NULL`,
  verified: Prisma.sql`verified_at IS NOT NULL`,
  unlooked: Prisma.sql`url IS NOT NULL AND declared_size IS NULL AND estimated_size IS NULL AND verified_at IS NULL`,
} as const satisfies Record<string, Prisma.Sql>;

/** Files of a job after place `after`, by place, `most` at a time. */
export async function listFiles(
  tx: Sql,
  jobId: string,
  which: keyof typeof WHICH,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<FileRecord[]> {
  return tx.$queryRaw<FileRecord[]>`
    SELECT ${FILE_COLUMNS}
    FROM job_file WHERE job_id = ${jobId} AND ordinal > ${after} AND ${WHICH[which]}
    ORDER BY ordinal LIMIT ${most}`;
}

/**
 * A job's files: how many, how many verified, the bytes of all whose size is known, and the bytes received so far,
 * including files still being fetched.
 */
export type JobBytes = {
  readonly count: number;
  readonly verified: number;
  readonly bytes: bigint;
  readonly done: bigint;
};

/** Adds them up. A file larger than announced counts with the bytes received. */
export async function sumFilesOfJob(tx: Sql, jobId: string): Promise<JobBytes> {
  const [row] = await tx.$queryRaw<JobBytes[]>`
    SELECT count(*)::int AS count, count(verified_at)::int AS verified,
      COALESCE(sum(GREATEST(COALESCE(size, declared_size, estimated_size, 0), received)), 0)::bigint AS bytes,
      COALESCE(sum(CASE WHEN verified_at IS NOT NULL THEN size ELSE received END), 0)::bigint AS done
    FROM job_file WHERE job_id = ${jobId}`;
  return row ?? { count: 0, verified: 0, bytes: 0n, done: 0n };
}

/**
 * Bytes of a batch's files. `done`: received so far, including files still being fetched; `total`: all whose size is
 * known, declared or estimated; `left`: still to come for unfinished jobs.
 */
export type BatchBytes = { readonly done: bigint; readonly total: bigint; readonly left: bigint };

/**
 * Adds them up; a container counts until its files are known. A file larger than announced counts with the bytes
 * received.
 */
export async function sumFilesOfBatch(tx: Sql, batchId: string): Promise<BatchBytes> {
  const [row] = await tx.$queryRaw<BatchBytes[]>`
    SELECT COALESCE(sum(done), 0)::bigint AS done, COALESCE(sum(GREATEST(all_of_it, done)), 0)::bigint AS total,
      ${LEFT} AS left
    FROM ${filesOf([batchId])}`;
  return row ?? { done: 0n, total: 0n, left: 0n };
}

/** Bytes still to come for several batches, in one statement. */
export async function sumLeftOfBatches(tx: Sql, batchIds: readonly string[]): Promise<bigint> {
  if (batchIds.length === 0) return 0n;
  const [row] = await tx.$queryRaw<
    Pick<BatchBytes, "left">[]
  >`SELECT ${LEFT} AS left FROM ${filesOf(batchIds)}`;
  return row?.left ?? 0n;
}

const LEFT = Prisma.sql`COALESCE(sum(GREATEST(all_of_it - done, 0)) FILTER (WHERE open), 0)::bigint`;

/** Rows of `all_of_it`, `done` and `open`, for use after FROM. */
function filesOf(batchIds: readonly string[]): Prisma.Sql {
  const ids = Prisma.sql`ANY(${[...batchIds]}::text[])`;
  return Prisma.sql`(
      SELECT COALESCE(file.size, file.declared_size, file.estimated_size, 0) AS all_of_it,
        CASE WHEN file.verified_at IS NOT NULL THEN file.size ELSE file.received END AS done,
        job.state NOT IN ${JOB_IS.ended} AS open
      FROM job JOIN job_file AS file ON file.job_id = job.id
      WHERE job.batch_id = ${ids}
      UNION ALL
      SELECT COALESCE(payload_size, 0), received, state NOT IN ${JOB_IS.ended}
      FROM job WHERE batch_id = ${ids} AND payload = 'container' AND received > 0
        AND NOT EXISTS (SELECT FROM job_file WHERE job_file.job_id = job.id)
    ) AS file`;
}

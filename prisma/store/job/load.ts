import { WaybillError } from "../../../core/errors.ts";
import { type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { whyStopped } from "../../../core/hold/words.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { JobPayload, PayloadKind } from "../../../core/manifest/kinds.ts";
import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type FileJson, type FileRecord, filesOfJob, readFile } from "../file.ts";
import { holdColumns } from "../hold/hold.ts";

/** A job, with what its stages need from its batch, collection and profile. Sizes in bytes. */
export type JobRecord = {
  readonly id: string;
  readonly batchId: string;
  readonly ordinal: number;
  readonly state: JobState;
  readonly stateAt: Date;
  readonly payload: JobPayload;
  readonly payloadUrl: string | null;
  readonly payloadSealed: string | null;
  readonly payloadSize: bigint | null;
  readonly filename: string;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly mediaType: string | null;
  readonly spaceNeeded: bigint;
  readonly spaceReserved: bigint;
  /** Below working storage; null: none yet. */
  readonly workingDirectory: string | null;
  readonly localIds: readonly string[];
  readonly ark: string | null;
  readonly suppliedArk: string | null;
  readonly creator: string | null;
  readonly title: string | null;
  readonly date: string | null;
  readonly submitter: string;
  readonly update: boolean;
  readonly batchKind: PayloadKind;
  readonly batchCreatedAt: Date;
  readonly batchPayloadPath: string | null;
  readonly batchPayloadSize: bigint;
  readonly batchPayloadSha256: string;
  readonly batchFilename: string;
  readonly deposit: unknown;
  readonly userAgent: string | null;
  readonly collectionId: string;
  readonly collection: string;
  readonly collectionName: string;
  /** Why a hold on its collection or batch stops it before it begins, as a sentence; null: none does. */
  readonly hold: string | null;
  /** The same for a hold on the whole intake. */
  readonly intakeHold: string | null;
  readonly profileVersionId: string;
  readonly profileVersion: number;
  readonly settings: unknown;
  /** What Processing saved once the job's version was stored. */
  readonly stored: unknown;
  /** The files as they were loaded, of a job whose payload is a single one; undefined: not loaded. */
  readonly files: readonly FileRecord[] | undefined;
};

type Row = Omit<JobRecord, "hold" | "intakeHold" | "files"> &
  HoldColumns & {
    readonly collectionHold: string | null;
    readonly batchHold: string | null;
    readonly files: readonly FileJson[] | null;
  };

const INTAKE = Prisma.sql`intake`;

/**
 * Loads jobs for their workers, each once per run; moves return what has changed. The LIMIT takes nothing away, as in
 * moveEach. @returns in the order given; undefined: there is none
 */
export async function loadJobs(tx: Sql, jobIds: readonly string[]): Promise<(JobRecord | undefined)[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT job.id, job.batch_id AS "batchId", job.ordinal, job.state, job.state_at AS "stateAt", job.payload,
      job.payload_url AS "payloadUrl", job.payload_sealed AS "payloadSealed", job.payload_size AS "payloadSize", job.filename, job.digest_type AS "digestType", job.digest_value AS "digestValue",
      job.media_type AS "mediaType", job.space_needed AS "spaceNeeded", job.space_reserved AS "spaceReserved",
      job.working_directory AS "workingDirectory", job.local_ids AS "localIds", job.ark, job.supplied_ark AS "suppliedArk", job.creator, job.title, job.date,
      job.submitter, job.update, batch.kind AS "batchKind", batch.created_at AS "batchCreatedAt",
      batch.payload_path AS "batchPayloadPath", batch.payload_size AS "batchPayloadSize",
      batch.payload_sha256 AS "batchPayloadSha256", batch.payload_filename AS "batchFilename", batch.deposit,
      batch.user_agent AS "userAgent", batch.collection_id AS "collectionId", collection.slug AS collection,
      collection.name AS "collectionName",
      collection.held_reason AS "collectionHold", batch.held_reason AS "batchHold", ${holdColumns(INTAKE)},
      profile.id AS "profileVersionId", profile.version AS "profileVersion", profile.settings,
      (SELECT result FROM step_result WHERE owner_id = job.id AND step = 'store') AS stored,
      CASE WHEN job.payload = 'file' THEN ${filesOfJob(Prisma.sql`job.id`)} END AS files
    FROM (SELECT * FROM unnest(${[...jobIds]}::text[]) LIMIT ${jobIds.length}) AS asked (id)
    JOIN job ON job.id = asked.id
    CROSS JOIN intake
    JOIN batch ON batch.id = job.batch_id
    JOIN collection ON collection.id = batch.collection_id
    JOIN profile_version AS profile ON profile.id = batch.profile_version_id`;
  const byId = new Map(rows.map((row) => [row.id, recordOf(row)]));
  return jobIds.map((jobId) => byId.get(jobId));
}

/** Loads one job. */
export async function loadJob(tx: Sql, jobId: string): Promise<JobRecord | undefined> {
  const [job] = await loadJobs(tx, [jobId]);
  return job;
}

function recordOf(row: Row): JobRecord {
  const { files, collectionHold, batchHold, heldAt, heldBy, heldReason, heldUntil, ...job } = row;
  const intake = holdOf({ heldAt, heldBy, heldReason, heldUntil });
  const stopped =
    collectionHold === null
      ? batchHold === null
        ? null
        : whyStopped("batch", { reason: batchHold })
      : whyStopped("collection", { reason: collectionHold });
  return {
    ...job,
    hold: stopped,
    intakeHold: intake && whyStopped("intake", intake),
    files: files?.map(readFile),
  };
}

/**
 * Checks that the job is still this worker's, and keeps others from taking or moving it until the transaction ends.
 * @throws WaybillError `lease_lost`
 */
export async function lockLease(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence} FOR UPDATE`;
  if (rows.length === 0) throw new WaybillError("lease_lost", `The lease on ${jobId} is lost.`);
}

/** The collection a job belongs to by its batch, which decides who may see it. */
export async function findCollectionOfJob(tx: Tx, jobId: string): Promise<string | undefined> {
  const job = await tx.job.findUnique({
    where: { id: jobId },
    select: { batch: { select: { collectionId: true } } },
  });
  return job?.batch.collectionId;
}

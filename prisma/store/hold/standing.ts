import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdColumns, holdJson, type KeptHold, readHold } from "./hold.ts";

const BATCH = Prisma.sql`batch`;

/** What a hold needs to know about a batch, locked until the transaction ends. */
export type BatchStanding = {
  readonly state: BatchState;
  readonly isLedgers: boolean;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly hold: Hold | null;
};

/** Where a batch belongs, which never changes. */
export async function findBatchPlace(
  tx: Sql,
  batchId: string,
): Promise<{ readonly collectionId: string; readonly laneId: string } | undefined> {
  const [place] = await tx.$queryRaw<{ collectionId: string; laneId: string }[]>`
    SELECT collection_id AS "collectionId", lane_id AS "laneId" FROM batch WHERE id = ${batchId}`;
  return place;
}

/** Locks a batch's lane, then the batch, in the same order as a hand-over. Errors: none; undefined when it is gone. */
export async function lockBatch(
  tx: Sql,
  batchId: string,
  laneId: string,
): Promise<BatchStanding | undefined> {
  await tx.$executeRaw`SELECT FROM lane WHERE id = ${laneId} FOR UPDATE`;
  const [row] = await tx.$queryRaw<(Omit<BatchStanding, "hold"> & HoldColumns)[]>`
    SELECT state, kind = 'LedgerBatch' AS "isLedgers", submitted, submission_status AS status, ${holdColumns(BATCH)}
    FROM batch WHERE id = ${batchId} FOR UPDATE`;
  if (!row) return undefined;
  const { state, isLedgers, submitted, status } = row;
  return { state, isLedgers, submitted, status, hold: holdOf(row) };
}

const JOB = Prisma.sql`job`;

/** What a hold needs to know about a job, locked until the transaction ends. */
export type JobStanding = { readonly state: JobState; readonly hold: Hold | null };

/** Where a job belongs, which never changes. */
export async function findJobPlace(
  tx: Sql,
  jobId: string,
): Promise<{ readonly batchId: string; readonly collectionId: string } | undefined> {
  const [place] = await tx.$queryRaw<{ batchId: string; collectionId: string }[]>`
    SELECT batch.id AS "batchId", batch.collection_id AS "collectionId"
    FROM job JOIN batch ON batch.id = job.batch_id WHERE job.id = ${jobId}`;
  return place;
}

/** Locks a job; undefined when it is gone. */
export async function lockJob(tx: Sql, jobId: string): Promise<JobStanding | undefined> {
  const [row] = await tx.$queryRaw<({ state: JobState } & HoldColumns)[]>`
    SELECT state, ${holdColumns(JOB)} FROM job WHERE id = ${jobId} FOR UPDATE`;
  return row && { state: row.state, hold: holdOf(row) };
}

type Names = "hold" | "batchHold" | "collectionHold" | "intakeHold";

/** The holds over a job, the intake's included, for a statement that reads `job`, `batch` and `collection`. */
export const JOB_HOLDS = Prisma.sql`${holdJson(Prisma.sql`job`)} AS hold, ${holdJson(Prisma.sql`batch`)} AS "batchHold",
  ${holdJson(Prisma.sql`collection`)} AS "collectionHold", (SELECT ${holdJson(Prisma.sql`intake`)} FROM intake WHERE intake.id = 1) AS "intakeHold"`;

/** A row of such a statement. */
export type KeptJobHolds<Row extends Readonly<Record<Names, Hold | null>>> = Omit<Row, Names> &
  Readonly<Record<Names, KeptHold>>;

/** The row with its holds read. */
export function readJobHolds<Kept extends Readonly<Record<Names, KeptHold>>>(
  row: Kept,
): Omit<Kept, Names> & Readonly<Record<Names, Hold | null>> {
  return {
    ...row,
    hold: readHold(row.hold),
    batchHold: readHold(row.batchHold),
    collectionHold: readHold(row.collectionHold),
    intakeHold: readHold(row.intakeHold),
  };
}

/** A condition: the whole intake is not held. Evaluated once per statement. */
export const INTAKE_OPEN = Prisma.sql`NOT EXISTS (SELECT FROM intake WHERE intake.held_at IS NOT NULL)`;

/** A lane by its service id, with the collections whose batches it takes. */
export type LanePlace = { readonly laneId: string; readonly collectionIds: readonly string[] };

export async function findLanePlace(tx: Sql, serviceId: string): Promise<LanePlace | undefined> {
  const [place] = await tx.$queryRaw<LanePlace[]>`
    SELECT id AS "laneId", ARRAY(SELECT collection.id FROM collection WHERE collection.lane_id = lane.id) AS "collectionIds"
    FROM lane WHERE service_id = ${serviceId}`;
  return place;
}

import type { JobCounts } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import type { ReportFacts } from "../../core/report/facts.ts";
import { MOST_WARNINGS, type ReportJob } from "../../core/report/rows.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { firstWarnings, WARNING_COUNT, WARNING_STEPS } from "./step.ts";

/**
 * The outcome of a row of `job` as in core/report/outcome.ts, as SQL; NULL while it has not ended. It is needed here
 * because the changed jobs among 100,000 are found, and marked as reported, in the database.
 */
export const OUTCOME_SQL = Prisma.sql`CASE job.state
  WHEN 'Completed' THEN 'Completed'
  WHEN 'Deleted' THEN 'Deleted'
  WHEN 'Failed' THEN 'Failed:' || coalesce(job.error_code, 'internal')
END`;

const SELECT = {
  id: true,
  kind: true,
  submitter: true,
  submitterId: true,
  userAgent: true,
  responseForm: true,
  deposit: true,
  payloadFilename: true,
  errorCode: true,
  errorMessage: true,
  createdAt: true,
  endedAt: true,
  collection: { select: { slug: true, name: true } },
  profileVersion: { select: { settings: true } },
} as const;

/**
 * What a report says about the batch itself, with the profile it was accepted under.
 * @throws WaybillError `not_found`
 */
export async function getReportBatch(tx: Tx, batchId: string) {
  const batch = await tx.batch.findUnique({ where: { id: batchId }, select: SELECT });
  if (!batch) throw new WaybillError("not_found", `There is no batch ${batchId}.`);
  return batch;
}

/** Jobs of the batch by state, and when the last one ended; null when none has. */
export async function countReportJobs(
  tx: Tx,
  batchId: string,
): Promise<{ readonly jobs: JobCounts; readonly lastEndedAt: Date | null }> {
  const groups = await tx.job.groupBy({
    by: ["state"],
    where: { batchId },
    _count: { _all: true },
    _max: { endedAt: true },
  });
  const jobs: JobCounts = Object.fromEntries(groups.map(({ state, _count }) => [state, _count._all]));
  const ends = groups.flatMap(({ _max }) => (_max.endedAt ? [_max.endedAt.getTime()] : []));
  return { jobs, lastEndedAt: ends.length > 0 ? new Date(Math.max(...ends)) : null };
}

/** A job to report. `outcome`: as in core/report/outcome.ts. */
export type ReportJobRow = ReportJob & { readonly outcome: string };

/**
 * One page of the batch's ended jobs after `afterOrdinal`, by ordinal. `changedOnly`: leaves out those whose outcome
 * was already reported. Whether a job has ended is derived from its outcome, not its state: for new jobs without
 * statistics the planner would otherwise sort all remaining ones for every page.
 */
export async function listReportJobs(
  tx: Sql,
  page: {
    readonly batchId: string;
    readonly afterOrdinal: number;
    readonly limit: number;
    readonly changedOnly: boolean;
  },
): Promise<readonly ReportJobRow[]> {
  const changed = page.changedOnly
    ? Prisma.sql`AND job.reported_outcome IS DISTINCT FROM ${OUTCOME_SQL}`
    : Prisma.empty;
  const steps = [...WARNING_STEPS];
  return tx.$queryRaw<ReportJobRow[]>`
    SELECT job.id, job.ordinal, job.filename, job.title, coalesce(job.local_ids, '{}') AS "localIds", job.ark, job.state::text AS state,
      job.error_code AS "errorCode", job.error_message AS "errorMessage", job.created_at AS "createdAt",
      job.ended_at AS "endedAt", ${OUTCOME_SQL} AS outcome,
      made.version, COALESCE(made.own_changed, 0) AS replaced, COALESCE(made.own_removed, 0) AS removed,
      COALESCE(warned.count, 0) AS "warningCount", COALESCE(warned.first, '[]') AS warnings
    FROM job
    LEFT JOIN object_version AS made ON made.job_id = job.id
    LEFT JOIN LATERAL (
      SELECT sum(found.count)::int AS count,
        (SELECT jsonb_agg(kept.warning) FROM (
          SELECT warning FROM step_result CROSS JOIN LATERAL jsonb_array_elements(${firstWarnings(MOST_WARNINGS)}) AS warning
          WHERE owner_id = job.id AND step = ANY(${steps}::text[])
          ORDER BY array_position(${steps}::text[], step) LIMIT ${MOST_WARNINGS}
        ) AS kept) AS first
      FROM (
        SELECT ${WARNING_COUNT} AS count FROM step_result WHERE owner_id = job.id AND step = ANY(${steps}::text[])
      ) AS found
    ) AS warned ON TRUE
    WHERE job.batch_id = ${page.batchId} AND job.ordinal > ${page.afterOrdinal}
      AND ${OUTCOME_SQL} IS NOT NULL ${changed}
    ORDER BY job.ordinal
    LIMIT ${page.limit}`;
}

/** The error of the batch's first failed job by ordinal. */
export async function findFirstFailed(
  tx: Tx,
  batchId: string,
): Promise<{ readonly errorMessage: string | null } | null> {
  return tx.job.findFirst({
    where: { batchId, state: "Failed" },
    orderBy: { ordinal: "asc" },
    select: { errorMessage: true },
  });
}

/** Whether a job of this batch has ended differently from what the last report said. */
export async function hasNews(tx: Sql, batchId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ hasNews: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM job WHERE batch_id = ${batchId}
        AND ${OUTCOME_SQL} IS NOT NULL AND reported_outcome IS DISTINCT FROM ${OUTCOME_SQL}
    ) AS "hasNews"`;
  return row?.hasNews === true;
}

/** A report of number `facts.number`. False: the batch has one of that number already, and nothing was written. */
export async function insertReportRow(
  tx: Sql,
  report: { readonly id: string; readonly facts: ReportFacts },
): Promise<boolean> {
  const { id, facts } = report;
  const written = await tx.$executeRaw`
    INSERT INTO report (id, batch_id, number, outcome, facts)
    VALUES (${id}, ${facts.batchId}, ${facts.number}, ${facts.outcome}, ${JSON.stringify(facts)}::jsonb)
    ON CONFLICT (batch_id, number) DO NOTHING`;
  return written === 1;
}

/** One file of a report. `size`: uncompressed bytes; `gzip`: the file compressed. */
export type ReportAttachment = {
  readonly filename: string;
  readonly mediaType: string;
  readonly size: number;
  readonly gzip: Uint8Array<ArrayBuffer>;
};

export async function insertAttachment(tx: Tx, reportId: string, file: ReportAttachment): Promise<void> {
  await tx.reportAttachment.create({
    data: { reportId, ...file, size: BigInt(file.size) },
    select: { filename: true },
  });
}

/** Jobs of a batch by ordinal, ascending, with the outcome reported for each; two lists of equal length, 1 to 1,000. */
export type ToldPage = { readonly ordinals: readonly number[]; readonly outcomes: readonly string[] };

/**
 * Records what was reported about these jobs of the batch. Only jobs that still have that outcome are marked. The range
 * of ordinals keeps the planner from reading the whole batch for every page.
 * @returns how many were marked; fewer than given means that some have changed since they were read
 */
export async function markTold(tx: Sql, batchId: string, { ordinals, outcomes }: ToldPage): Promise<number> {
  return tx.$executeRaw`
    UPDATE job SET reported_outcome = told.outcome
    FROM unnest(${[...ordinals]}::int[], ${[...outcomes]}::text[]) AS told (ordinal, outcome)
    WHERE job.batch_id = ${batchId} AND job.ordinal BETWEEN ${ordinals.at(0) ?? 0} AND ${ordinals.at(-1) ?? 0}
      AND job.ordinal = told.ordinal AND ${OUTCOME_SQL} = told.outcome`;
}

/** One report of a batch by its number. `outcome`: `OK` or `FAIL`. */
export async function findReport(
  tx: Tx,
  batchId: string,
  number: number,
): Promise<{ readonly id: string; readonly outcome: string } | null> {
  return tx.report.findUnique({
    where: { batchId_number: { batchId, number } },
    select: { id: true, outcome: true },
  });
}

/** The newest report of the batch. */
export async function findLastReport(tx: Tx, batchId: string): Promise<{ readonly number: number } | null> {
  return tx.report.findFirst({ where: { batchId }, orderBy: { number: "desc" }, select: { number: true } });
}

/** A report as the batch's page shows it. `attachments` without their bytes; `size` uncompressed. */
export type ReportRow = {
  readonly number: number;
  readonly outcome: string;
  readonly createdAt: Date;
  readonly mailId: string | null;
  readonly mailStatus: string | null;
  readonly attachments: readonly { readonly filename: string; readonly size: string }[];
};

/** All reports of a batch, oldest first, each with its mail and the names of its files. */
export async function listReportsOfBatch(tx: Sql, batchId: string): Promise<ReportRow[]> {
  return tx.$queryRaw<ReportRow[]>`
    SELECT report.number, report.outcome, report.created_at AS "createdAt", mail.id AS "mailId",
      mail.status AS "mailStatus",
      COALESCE((
        SELECT json_agg(json_build_object('filename', filename, 'size', size::text) ORDER BY filename)
        FROM report_attachment WHERE report_id = report.id
      ), '[]'::json) AS attachments
    FROM report
    LEFT JOIN outbox AS mail ON mail.report_id = report.id AND mail.kind = 'mail'
    WHERE report.batch_id = ${batchId}
    ORDER BY report.number`;
}

/** The files of a report by name, without their bytes. `size`: uncompressed. */
export async function listAttachments(tx: Tx, reportId: string) {
  return tx.reportAttachment.findMany({
    where: { reportId },
    orderBy: { filename: "asc" },
    select: { filename: true, mediaType: true, size: true },
  });
}

/** One file of a report, still compressed, with the collection of its batch. `size`: uncompressed bytes. */
export async function findAttachment(
  tx: Tx,
  file: { readonly batchId: string; readonly number: number; readonly filename: string },
) {
  return tx.reportAttachment.findFirst({
    where: { filename: file.filename, report: { batchId: file.batchId, number: file.number } },
    select: {
      filename: true,
      mediaType: true,
      size: true,
      gzip: true,
      report: { select: { batch: { select: { collectionId: true } } } },
    },
  });
}

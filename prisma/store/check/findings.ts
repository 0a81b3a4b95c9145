import type { CheckKind } from "../../../core/check/kinds.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";

export type NewFinding = {
  readonly id: string;
  readonly kind: CheckKind;
  readonly subject: string;
  readonly facts: object;
};

/** Enters findings of a run, some hundred at a time. False: the lease is lost, nothing was written. */
export async function insertFindings(
  tx: Sql,
  run: { readonly runId: string; readonly fence: bigint },
  findings: readonly NewFinding[],
): Promise<boolean> {
  if (findings.length === 0) return true;
  const written = await tx.$executeRaw`
    INSERT INTO check_finding (id, run_id, kind, subject, facts)
    SELECT new.id, check_run.id, new.kind, new.subject, new.facts
    FROM check_run, jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) AS new (id text, kind text, subject text, facts jsonb)
    WHERE check_run.id = ${run.runId} AND check_run.fence = ${run.fence}`;
  return written > 0;
}

/** A run as it is shown. `standing`: `broken` when its worker died and no other takes it over. */
export type RunRow = {
  readonly id: string;
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly looked: unknown;
  readonly error: string | null;
  readonly standing: "waiting" | "running" | "ended" | "failed" | "broken";
  readonly found: number;
  readonly left: number;
};

const COLUMNS = Prisma.sql`id, requested_by AS "requestedBy", created_at AS "createdAt", started_at AS "startedAt",
  ended_at AS "endedAt", looked, error,
  CASE WHEN ended_at IS NOT NULL AND error IS NULL THEN 'ended'
    WHEN ended_at IS NOT NULL THEN 'failed'
    WHEN due_at IS NULL AND (lease_until IS NULL OR lease_until < clock_timestamp()) THEN 'broken'
    WHEN started_at IS NOT NULL THEN 'running' ELSE 'waiting' END AS standing,
  (SELECT count(*)::int FROM check_finding WHERE run_id = check_run.id) AS found,
  (SELECT count(*)::int FROM check_finding WHERE run_id = check_run.id AND repaired_at IS NULL) AS "left"`;

export async function findRun(tx: Sql, runId: string): Promise<RunRow | undefined> {
  const [run] = await tx.$queryRaw<RunRow[]>`SELECT ${COLUMNS} FROM check_run WHERE id = ${runId}`;
  return run;
}

/** Runs, newest first, one more than `limit`. */
export async function listRuns(
  tx: Sql,
  page: { readonly after: TimeCursor | undefined; readonly limit: number },
): Promise<RunRow[]> {
  const { after, limit } = page;
  return tx.$queryRaw<RunRow[]>`
    SELECT ${COLUMNS} FROM check_run
    WHERE ${after ? Prisma.sql`(created_at, id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit + 1}`;
}

/** The id of a run that is waiting or running, if any. */
export async function findOpenRun(tx: Sql): Promise<string | undefined> {
  const [run] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM check_run WHERE ended_at IS NULL AND (due_at IS NOT NULL OR lease_until > clock_timestamp())
    ORDER BY created_at LIMIT 1`;
  return run?.id;
}

/** A finding as it is shown. `repairedBy` without `repairedAt`: its repair was requested. */
export type FindingRow = {
  readonly id: string;
  readonly kind: CheckKind;
  readonly subject: string;
  readonly facts: unknown;
  readonly repairedAt: Date | null;
  readonly repairedBy: string | null;
  readonly repair: string | null;
};

export type FindingFilter = {
  readonly runId: string;
  readonly kind?: CheckKind | undefined;
  /** Id of the last one shown. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Findings of a run by kind and subject, one more than `limit`. */
export async function listFindings(tx: Sql, filter: FindingFilter): Promise<FindingRow[]> {
  const { runId, kind, after, limit } = filter;
  return tx.$queryRaw<FindingRow[]>`
    SELECT id, kind, subject, facts, repaired_at AS "repairedAt", repaired_by AS "repairedBy", repair
    FROM check_finding
    WHERE run_id = ${runId} AND ${kind ? Prisma.sql`kind = ${kind}` : Prisma.sql`TRUE`}
      AND ${after ? Prisma.sql`(kind, subject, id) > (SELECT kind, subject, id FROM check_finding WHERE id = ${after})` : Prisma.sql`TRUE`}
    ORDER BY kind, subject, id
    LIMIT ${limit + 1}`;
}

/** How many findings of a kind there are. `asked`: being repaired. */
export type KindCount = {
  readonly kind: CheckKind;
  readonly found: number;
  readonly left: number;
  readonly asked: number;
};

export async function countFindings(tx: Sql, runId: string): Promise<KindCount[]> {
  return tx.$queryRaw<KindCount[]>`
    SELECT kind, count(*)::int AS found, count(*) FILTER (WHERE repaired_at IS NULL)::int AS "left",
      count(*) FILTER (WHERE repaired_at IS NULL AND repaired_by IS NOT NULL)::int AS asked
    FROM check_finding WHERE run_id = ${runId} GROUP BY kind`;
}

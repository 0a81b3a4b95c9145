import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";

/** A run as it is shown. `standing`: `broken` when whoever made it has died and no worker takes it over. */
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

/** Is a run waiting or being made? */
export async function findOpenRun(tx: Sql): Promise<string | undefined> {
  const [run] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM check_run WHERE ended_at IS NULL AND (due_at IS NOT NULL OR lease_until > clock_timestamp())
    ORDER BY created_at LIMIT 1`;
  return run?.id;
}

import type { CheckKind } from "../../../core/check/kinds.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A finding as it is shown. `repairedBy` without `repairedAt`: somebody has asked for its repair. */
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

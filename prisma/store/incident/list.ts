import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** What has failed now with one cause. `first` and `last`: the jobs that failed first and last. */
export type IncidentRow = {
  readonly cause: string;
  /** At most the limit given, and one more where there are more. */
  readonly count: number;
  readonly lastHour: number;
  readonly firstId: string;
  readonly firstAt: Date;
  readonly firstMessage: string | null;
  readonly lastId: string;
  readonly lastAt: Date;
  readonly lastMessage: string | null;
  readonly silencedUntil: Date | null;
  readonly silencedBy: string | null;
  readonly silenceReason: string | null;
};

/**
 * Whether a silence holds, given when the first job failed that is Failed still. One that was made before that is of an
 * earlier incident of the same cause, which is over.
 */
function inForce(firstAt: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`silence.until > clock_timestamp() AND silence.at >= ${firstAt}`;
}

/**
 * The causes of what has failed now (a job has one exactly while it is Failed): of the first `mostSeen` by their key the
 * `mostCauses` that need a person first, those without a silence and then the oldest, each counted up to `mostJobs` and one
 * more. It goes from one cause to the next by the index of failed jobs, and counts in it: grouping all failed jobs instead
 * reads each of them, however many there are.
 */
export async function listIncidentRows(
  tx: Sql,
  {
    mostSeen,
    mostCauses,
    mostJobs,
  }: { readonly mostSeen: number; readonly mostCauses: number; readonly mostJobs: number },
): Promise<IncidentRow[]> {
  const ofCause = (cause: Prisma.Sql) => Prisma.sql`job WHERE job.failure_cause = ${cause}`;
  const ofChosen = ofCause(Prisma.sql`chosen.cause`);
  return tx.$queryRaw<IncidentRow[]>`
    WITH RECURSIVE found AS (
      SELECT (SELECT failure_cause FROM job WHERE failure_cause IS NOT NULL ORDER BY failure_cause LIMIT 1) AS cause, 1 AS place
      UNION ALL
      SELECT (SELECT failure_cause FROM job WHERE failure_cause > found.cause ORDER BY failure_cause LIMIT 1), place + 1
      FROM found WHERE found.cause IS NOT NULL AND place < ${mostSeen}::int
    ), chosen AS MATERIALIZED (
      SELECT found.cause, first.id, first.state_at, first.error_message, silence.until, silence.by, silence.reason
      FROM found
      CROSS JOIN LATERAL (
        SELECT id, state_at, error_message FROM ${ofCause(Prisma.sql`found.cause`)} ORDER BY job.state_at LIMIT 1) AS first
      LEFT JOIN incident_silence AS silence ON silence.cause = found.cause AND ${inForce(Prisma.sql`first.state_at`)}
      ORDER BY silence.until IS NOT NULL, first.state_at, found.cause LIMIT ${mostCauses}
    )
    SELECT chosen.cause, counted.count, recent.count AS "lastHour",
      chosen.id AS "firstId", chosen.state_at AS "firstAt", chosen.error_message AS "firstMessage",
      last.id AS "lastId", last.state_at AS "lastAt", last.error_message AS "lastMessage",
      chosen.until AS "silencedUntil", chosen.by AS "silencedBy", chosen.reason AS "silenceReason"
    FROM chosen
    CROSS JOIN LATERAL (SELECT count(*)::int FROM (SELECT FROM ${ofChosen} LIMIT ${mostJobs + 1}) AS jobs) AS counted
    CROSS JOIN LATERAL (SELECT count(*)::int FROM (
      SELECT FROM ${ofChosen} AND job.state_at > now() - interval '1 hour' LIMIT ${mostJobs + 1}) AS jobs) AS recent
    CROSS JOIN LATERAL (SELECT id, state_at, error_message FROM ${ofChosen} ORDER BY job.state_at DESC LIMIT 1) AS last`;
}

/** When the first job failed that is Failed still with that cause; undefined: none is. */
export async function findSince(tx: Sql, cause: string): Promise<Date | undefined> {
  const [row] = await tx.$queryRaw<{ since: Date }[]>`
    SELECT job.state_at AS since FROM job
    WHERE job.failure_cause = ${cause} ORDER BY job.state_at LIMIT 1`;
  return row?.since;
}

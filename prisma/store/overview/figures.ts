import type { Sql } from "../../sql.ts";

/** How long before it is over for good an hour is counted again: what commits late is still in it. */
const AGAIN = "1 hour";
/** As far back as charts go, and a day more. */
const KEPT = "91 days";

/**
 * Hours to be counted now, oldest first, at most `most`: the present one, those before it that were not counted since they
 * were over, and, the first time, all since the first batch, 91 days at most. In UTC, whatever zone the session has.
 */
export async function listHoursToCount(tx: Sql, most: number): Promise<Date[]> {
  const rows = await tx.$queryRaw<{ hour: Date }[]>`
    SELECT hour FROM generate_series(
      GREATEST(
        date_trunc('hour', now() - ${KEPT}::interval, 'UTC'),
        COALESCE((SELECT max(hour) FROM hour_figure) - ${AGAIN}::interval,
          date_trunc('hour', (SELECT min(created_at) FROM batch), 'UTC'), date_trunc('hour', now(), 'UTC'))
      ), date_trunc('hour', now(), 'UTC'), interval '1 hour') AS hour
    ORDER BY hour LIMIT ${most}`;
  return rows.map(({ hour }) => hour);
}

/** Counts an hour, by the indexes on when batches were made and jobs reached their state; an earlier count is replaced. */
export async function countHour(tx: Sql, hour: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO hour_figure (hour, accepted, completed, failed, bytes)
    SELECT span.begins,
      (SELECT count(*)::int FROM batch WHERE created_at >= span.begins AND created_at < span.ends),
      done.jobs,
      (SELECT count(*)::int FROM job WHERE state = 'Failed' AND state_at >= span.begins AND state_at < span.ends),
      done.bytes
    FROM (SELECT ${hour}::timestamptz AS begins, ${hour}::timestamptz + interval '1 hour' AS ends) AS span
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS jobs, COALESCE(sum(version.size_bytes), 0)::bigint AS bytes
      FROM job LEFT JOIN object_version AS version ON version.job_id = job.id
      WHERE job.state = 'Completed' AND job.state_at >= span.begins AND job.state_at < span.ends
    ) AS done
    ON CONFLICT (hour) DO UPDATE SET accepted = excluded.accepted, completed = excluded.completed,
      failed = excluded.failed, bytes = excluded.bytes`;
}

/** Removes hours that no chart shows any more. @returns how many */
export async function forgetHours(tx: Sql): Promise<number> {
  return tx.$executeRaw`DELETE FROM hour_figure WHERE hour < date_trunc('hour', now() - ${KEPT}::interval, 'UTC')`;
}

/** What happened from then on, for a step. */
export type FigureRow = {
  readonly at: Date;
  readonly accepted: number;
  readonly completed: number;
  readonly failed: number;
  readonly bytes: number;
};

/** Figures of the last `hours`, in steps of `stepHours`, oldest first, with zeros where nothing happened. */
export async function listFigures(tx: Sql, hours: number, stepHours: number): Promise<FigureRow[]> {
  return tx.$queryRaw<FigureRow[]>`
    SELECT step.at, COALESCE(sum(accepted), 0)::int AS accepted, COALESCE(sum(completed), 0)::int AS completed,
      COALESCE(sum(failed), 0)::int AS failed, COALESCE(sum(bytes), 0)::float8 AS bytes
    FROM generate_series(
      date_trunc('hour', now(), 'UTC') - (${hours}::int - 1) * interval '1 hour', now(), ${stepHours}::int * interval '1 hour'
    ) AS step (at)
    LEFT JOIN hour_figure ON hour >= step.at AND hour < step.at + ${stepHours}::int * interval '1 hour'
    GROUP BY step.at ORDER BY step.at`;
}

import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { IS_KNOWN } from "./kinds.ts";

/** A schedule as it is kept. `seenTo`: its times up to then have been looked at; `nextAt`: its next one. */
export type ScheduleRow = {
  readonly task: string;
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly input: unknown;
  readonly missed: "latest" | "each";
  readonly seenTo: Date;
  readonly nextAt: Date;
};

/** The database's clock, by which schedules are due. */
export async function readNow(tx: Sql): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp()::timestamptz(3) AS now`;
  if (!row) throw new Error("the database does not tell the time");
  return row.now;
}

/**
 * Enters the schedules of the tasks named `tasks`, and removes those that these have no longer. One whose times have not
 * changed keeps what is due.
 */
export async function registerSchedules(
  tx: Sql,
  tasks: readonly string[],
  schedules: readonly ScheduleRow[],
): Promise<void> {
  const json = JSON.stringify(schedules);
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS given
        (task text, name text, cron text, "timeZone" text, input jsonb, missed text, "seenTo" timestamptz, "nextAt" timestamptz)
    ), gone AS (
      DELETE FROM task_schedule AS old WHERE task = ANY(${[...tasks]}::text[])
        AND NOT EXISTS (SELECT FROM given WHERE given.task = old.task AND given.name = old.name)
    )
    INSERT INTO task_schedule (task, name, cron, time_zone, input, missed, seen_to, next_at)
    SELECT task, name, cron, "timeZone", input, missed, "seenTo", "nextAt" FROM given ORDER BY task, name
    ON CONFLICT (task, name) DO UPDATE SET input = excluded.input, missed = excluded.missed,
      cron = excluded.cron, time_zone = excluded.time_zone,
      seen_to = ${unlessMoved(Prisma.sql`seen_to`)}, next_at = ${unlessMoved(Prisma.sql`next_at`)}`;
}

function unlessMoved(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN (task_schedule.cron, task_schedule.time_zone) = (excluded.cron, excluded.time_zone) THEN task_schedule.${column}
    ELSE excluded.${column} END`;
}

/** Schedules of known tasks that are due, and the database's clock. */
export async function listDueSchedules(tx: Sql): Promise<readonly (ScheduleRow & { readonly now: Date })[]> {
  return tx.$queryRaw<(ScheduleRow & { readonly now: Date })[]>`
    SELECT task, name, cron, time_zone AS "timeZone", input, missed, seen_to AS "seenTo", next_at AS "nextAt",
      clock_timestamp() AS now
    FROM task_schedule WHERE next_at <= (SELECT clock_timestamp())
      AND EXISTS (SELECT FROM task_kind AS kind WHERE kind.name = task AND ${IS_KNOWN})
    ORDER BY next_at, task, name`;
}

/** Notes up to when a schedule's times have been looked at, and its next one. @returns false: somebody has changed it meanwhile */
export async function setScheduleSeen(
  tx: Sql,
  { task, name, seenTo, nextAt }: Pick<ScheduleRow, "task" | "name" | "seenTo" | "nextAt">,
  next: { readonly seenTo: Date; readonly nextAt: Date },
): Promise<boolean> {
  const set = await tx.$executeRaw`
    UPDATE task_schedule SET seen_to = ${next.seenTo}, next_at = ${next.nextAt}
    WHERE task = ${task} AND name = ${name} AND seen_to = ${seenTo} AND next_at = ${nextAt}`;
  return set > 0;
}

/** All schedules, by task and name. */
export async function listSchedules(
  tx: Sql,
): Promise<readonly Pick<ScheduleRow, "task" | "name" | "cron" | "timeZone" | "nextAt">[]> {
  return tx.$queryRaw<ScheduleRow[]>`
    SELECT task, name, cron, time_zone AS "timeZone", next_at AS "nextAt" FROM task_schedule ORDER BY task, name`;
}

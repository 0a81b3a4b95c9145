import type { Sql } from "../../sql.ts";

export type AlarmRow = {
  /** `string`: newer code may have raised it. */
  readonly kind: string;
  readonly subject: string;
  readonly message: string;
  readonly since: Date;
  readonly seenAt: Date;
};

/** Alarms somebody has raised in the last `lastsMs`, oldest first. */
export async function listAlarmRows(tx: Sql, lastsMs: number, most: number): Promise<AlarmRow[]> {
  return tx.$queryRaw<AlarmRow[]>`
    SELECT kind, subject, message, since, seen_at AS "seenAt" FROM alarm
    WHERE seen_at > clock_timestamp() - ${lastsMs}::float8 * interval '1 millisecond'
    ORDER BY since, kind, subject
    LIMIT ${most}`;
}

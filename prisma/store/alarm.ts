import type { InstallationAlarm } from "../../core/alarm/kinds.ts";
import type { Sql } from "../sql.ts";

/** An alarm to raise. `subject`: what it is about, e.g. a worker; "" for the installation. */
export type RaisedAlarm = {
  readonly kind: InstallationAlarm;
  readonly subject: string;
  readonly message: string;
};

/** Raises an alarm or keeps it raised. One not seen for `lastsMs` starts over. */
export async function raiseAlarmRow(
  tx: Sql,
  { kind, subject, message }: RaisedAlarm,
  lastsMs: number,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO alarm (kind, subject, message) VALUES (${kind}, ${subject}, ${message})
    ON CONFLICT (kind, subject) DO UPDATE SET message = excluded.message, seen_at = excluded.seen_at,
      since = CASE WHEN alarm.seen_at < excluded.seen_at - ${lastsMs}::float8 * interval '1 millisecond'
        THEN excluded.since ELSE alarm.since END`;
}

export type AlarmRow = {
  /** `string`, since a newer version may have raised it. */
  readonly kind: string;
  readonly subject: string;
  readonly message: string;
  readonly since: Date;
  readonly seenAt: Date;
};

/** Alarms raised in the last `lastsMs`, oldest first. */
export async function listAlarmRows(tx: Sql, lastsMs: number, most: number): Promise<AlarmRow[]> {
  return tx.$queryRaw<AlarmRow[]>`
    SELECT kind, subject, message, since, seen_at AS "seenAt" FROM alarm
    WHERE seen_at > clock_timestamp() - ${lastsMs}::float8 * interval '1 millisecond'
    ORDER BY since, kind, subject
    LIMIT ${most}`;
}

/** Removes an alarm. @returns whether there was one */
export async function clearAlarmRow(
  tx: Sql,
  { kind, subject }: { readonly kind: InstallationAlarm; readonly subject: string },
): Promise<boolean> {
  const gone = await tx.$executeRaw`DELETE FROM alarm WHERE kind = ${kind} AND subject = ${subject}`;
  return gone > 0;
}

/** Removes alarms not raised for `goneMs`. @returns how many */
export async function forgetAlarmRows(tx: Sql, goneMs: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM alarm WHERE seen_at < clock_timestamp() - ${goneMs}::float8 * interval '1 millisecond'`;
}

import type { InstallationAlarm } from "../../../core/alarm/kinds.ts";
import type { Sql } from "../../sql.ts";

/** An alarm as it is raised. `subject`: what it is about, e.g. a worker; "" for the installation. */
export type RaisedAlarm = {
  readonly kind: InstallationAlarm;
  readonly subject: string;
  readonly message: string;
};

/** Writes that something is wrong, or still is. One that was not seen for `lastsMs` begins anew. */
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

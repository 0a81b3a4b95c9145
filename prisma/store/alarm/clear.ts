import type { InstallationAlarm } from "../../../core/alarm/kinds.ts";
import type { Sql } from "../../sql.ts";

/** Takes an alarm away. @returns whether there was one */
export async function clearAlarmRow(
  tx: Sql,
  { kind, subject }: { readonly kind: InstallationAlarm; readonly subject: string },
): Promise<boolean> {
  const gone = await tx.$executeRaw`DELETE FROM alarm WHERE kind = ${kind} AND subject = ${subject}`;
  return gone > 0;
}

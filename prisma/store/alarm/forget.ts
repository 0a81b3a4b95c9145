import type { Sql } from "../../sql.ts";

/** Removes alarms nobody has raised for so long. @returns how many */
export async function forgetAlarmRows(tx: Sql, goneMs: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM alarm WHERE seen_at < clock_timestamp() - ${goneMs}::float8 * interval '1 millisecond'`;
}

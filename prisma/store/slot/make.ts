import type { Sql } from "../../sql.ts";

/** Makes places 1 to `atOnce` where they are missing. @returns how many were missing */
export function makeSlots(tx: Sql, name: string, atOnce: number): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO slot (name, number) SELECT ${name}, generate_series(1, ${atOnce}::int)
    ON CONFLICT DO NOTHING`;
}

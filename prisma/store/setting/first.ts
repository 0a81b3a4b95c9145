import type { Sql } from "../../sql.ts";

/** A setting measured once: keeps the first value anybody stored under the key and answers it. */
export async function firstSetting(tx: Sql, key: string, value: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ value: number }[]>`
    INSERT INTO setting (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING (value #>> '{}')::float8 AS value`;
  return row?.value ?? value;
}

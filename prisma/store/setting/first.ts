import type { Sql } from "../../sql.ts";

/** A setting measured once: the value that is kept under the key, else the one measured now, or another process just before. */
export async function measuredOnce(tx: Sql, key: string, measure: () => Promise<number>): Promise<number> {
  const [kept] = await tx.$queryRaw<{ value: number }[]>`
    SELECT (value #>> '{}')::float8 AS value FROM setting WHERE key = ${key}`;
  if (kept) return kept.value;
  const value = await measure();
  const [row] = await tx.$queryRaw<{ value: number }[]>`
    INSERT INTO setting (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING (value #>> '{}')::float8 AS value`;
  return row?.value ?? value;
}

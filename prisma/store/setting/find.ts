import type { Sql } from "../../sql.ts";

/** A number that was measured once, or undefined when nobody has yet. */
export async function findSetting(tx: Sql, key: string): Promise<number | undefined> {
  const [row] = await tx.$queryRaw<{ value: number }[]>`
    SELECT (value #>> '{}')::float8 AS value FROM setting WHERE key = ${key}`;
  return row?.value;
}

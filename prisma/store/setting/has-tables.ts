import type { Sql } from "../../sql.ts";

/** Have the migrations been applied, as far as the table of batches tells? */
export async function hasTables(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`SELECT to_regclass('batch') IS NOT NULL AS found`;
  return row?.found === true;
}

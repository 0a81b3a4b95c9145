import type { Sql } from "../../sql.ts";

/** Is there another process, seen in the last `freshMs`, that lacks no storage? */
export async function hasWholeInstance(tx: Sql, id: string, freshMs: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM instance
      WHERE id <> ${id} AND left_at IS NULL AND lacks IS NULL
        AND seen_at > clock_timestamp() - ${freshMs}::float8 * interval '1 millisecond') AS found`;
  return row?.found === true;
}

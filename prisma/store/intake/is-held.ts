import type { Sql } from "../../sql.ts";

/** Is the whole intake held, by the database's clock? */
export async function isIntakeHeld(tx: Sql): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM intake WHERE held_at IS NOT NULL AND (held_until IS NULL OR held_until > clock_timestamp()) LIMIT 1`;
  return rows.length > 0;
}

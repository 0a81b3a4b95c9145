import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type HeldRow, holdColumns, isRow, tableOf } from "./tables.ts";

const IT = Prisma.sql`it`;

/** Holds what is not held, from now on by the database's clock. @returns the hold; undefined when there is one already */
export async function setHold(
  tx: Sql,
  row: HeldRow,
  { by, reason, until }: Pick<Hold, "by" | "reason" | "until">,
): Promise<Hold | undefined> {
  const [held] = await tx.$queryRaw<HoldColumns[]>`
    UPDATE ${tableOf(row.on)} AS it
    SET held_at = clock_timestamp(), held_by = ${by}, held_reason = ${reason}, held_until = ${until}
    WHERE ${isRow(row)} AND held_at IS NULL
    RETURNING ${holdColumns(IT)}`;
  return held && (holdOf(held) ?? undefined);
}

import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type HeldRow, holdColumns, isRow, tableOf } from "./tables.ts";

const IT = Prisma.sql`it`;

/**
 * Takes a hold away, and moves nothing. `expired`: only one whose time has come by the database's clock.
 * @returns the hold as it was; undefined when there is none (any more)
 */
export async function liftHoldRow(
  tx: Sql,
  row: HeldRow,
  { expired = false }: { readonly expired?: boolean | undefined } = {},
): Promise<Hold | undefined> {
  const [lifted] = await tx.$queryRaw<HoldColumns[]>`
    WITH it AS (
      SELECT * FROM ${tableOf(row.on)} WHERE ${isRow(row)} AND held_at IS NOT NULL
        AND (NOT ${expired}::boolean OR held_until <= clock_timestamp())
      FOR UPDATE
    ), lifted AS (
      UPDATE ${tableOf(row.on)} AS row SET held_at = NULL, held_by = NULL, held_reason = NULL, held_until = NULL
      FROM it WHERE row.id = it.id
    )
    SELECT ${holdColumns(IT)} FROM it`;
  return lifted && (holdOf(lifted) ?? undefined);
}

import type { Sql } from "../../sql.ts";

/** Did an identifier service mint this ARK, and has it not been made public? */
export async function isUnpublished(tx: Sql, ark: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ minter: string; status: string }[]>`
    SELECT minter, status FROM minted_ark WHERE ark = ${ark}`;
  return row !== undefined && row.minter !== "local" && row.status !== "public";
}

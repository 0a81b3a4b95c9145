import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdColumns } from "../hold/tables.ts";

const INTAKE = Prisma.sql`intake`;

/** The hold on the whole intake, or null. */
export async function findIntakeHold(tx: Sql): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`SELECT ${holdColumns(INTAKE)} FROM intake WHERE id = 1`;
  return row ? holdOf(row) : null;
}

/** The same, kept so until the transaction ends: a job that waits for it is not left behind by whoever lifts it. */
export async function lockIntakeHold(tx: Sql): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(INTAKE)} FROM intake WHERE id = 1 FOR SHARE`;
  return row ? holdOf(row) : null;
}

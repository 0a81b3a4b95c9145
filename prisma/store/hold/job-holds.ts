import type { Hold } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import { holdJson, type KeptHold, readHold } from "./hold-json.ts";

type Names = "hold" | "batchHold" | "collectionHold" | "intakeHold";

/** The holds over a job, the intake's too, of a statement that reads `job`, `batch` and `collection`. */
export const JOB_HOLDS = Prisma.sql`${holdJson(Prisma.sql`job`)} AS hold, ${holdJson(Prisma.sql`batch`)} AS "batchHold",
  ${holdJson(Prisma.sql`collection`)} AS "collectionHold", (SELECT ${holdJson(Prisma.sql`intake`)} FROM intake WHERE intake.id = 1) AS "intakeHold"`;

/** A row of such a statement. */
export type KeptJobHolds<Row extends Readonly<Record<Names, Hold | null>>> = Omit<Row, Names> &
  Readonly<Record<Names, KeptHold>>;

/** The row with its holds read. */
export function readJobHolds<Kept extends Readonly<Record<Names, KeptHold>>>(
  row: Kept,
): Omit<Kept, Names> & Readonly<Record<Names, Hold | null>> {
  return {
    ...row,
    hold: readHold(row.hold),
    batchHold: readHold(row.batchHold),
    collectionHold: readHold(row.collectionHold),
    intakeHold: readHold(row.intakeHold),
  };
}

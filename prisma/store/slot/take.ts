import type { Sql } from "../../sql.ts";

/** A place to take. `atOnce`: how many there are; `holdMs`: after it the place is free again, whatever became of its holder. */
export type SlotAsk = {
  readonly name: string;
  readonly holder: string;
  readonly atOnce: number;
  readonly holdMs: number;
};

/** Takes a free place, or one whose time is over by the database's clock. @returns its number; undefined when all are taken or not made yet */
export async function takeSlot(
  tx: Sql,
  { name, holder, atOnce, holdMs }: SlotAsk,
): Promise<number | undefined> {
  const [slot] = await tx.$queryRaw<{ number: number }[]>`
    UPDATE slot SET holder = ${holder}, until = clock_timestamp() + ${holdMs}::float8 * interval '1 millisecond'
    WHERE name = ${name} AND number = (
      SELECT number FROM slot
      WHERE name = ${name} AND number <= ${atOnce} AND (until IS NULL OR until < clock_timestamp())
      ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING number`;
  return slot?.number;
}

import type { Sql } from "../sql.ts";

/** Creates missing places from 1 to `atOnce`. @returns how many were missing */
export function makeSlots(tx: Sql, name: string, atOnce: number): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO slot (name, number) SELECT ${name}, generate_series(1, ${atOnce}::int)
    ON CONFLICT DO NOTHING`;
}

/**
 * A place to take. `atOnce`: how many there are; `holdMs`: after this time the place is free again, whatever happened
 * to its holder.
 */
export type SlotAsk = {
  readonly name: string;
  readonly holder: string;
  readonly atOnce: number;
  readonly holdMs: number;
};

/**
 * Takes a free place, or one that has expired by the database's clock. @returns its number; undefined when all are
 * taken or do not exist yet
 */
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

/** Gives a place back, unless it has expired and another holder has it. */
export async function releaseSlot(tx: Sql, name: string, holder: string): Promise<void> {
  await tx.$executeRaw`UPDATE slot SET holder = NULL, until = NULL WHERE name = ${name} AND holder = ${holder}`;
}

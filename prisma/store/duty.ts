import { DUTIES, type HeldDuty } from "../../core/sequencer/duties.ts";
import { hasCause } from "../../lib/fault-causes.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** Raised by require_duty. */
const LOST = "WB001";

/** A duty as its new holder finds it. `doneMs`: how long ago it was last done, if that is kept. */
export type TakenDuty = {
  readonly name: string;
  readonly doneMs: number | null;
  readonly memory: unknown;
};

/**
 * Takes all duties for the stint of `term`, which must be the register's. Waits for a commit of the holder before, so that
 * whatever the new one then reads is all that there will be of it. May be repeated.
 * @returns none: the stint is over
 */
export async function takeDuties(
  tx: Sql,
  { holder, term }: { readonly holder: string; readonly term: number },
): Promise<readonly TakenDuty[]> {
  return tx.$queryRaw<TakenDuty[]>`
    INSERT INTO duty (name, holder, term, taken_at)
    SELECT name, ${holder}, ${term}::bigint, clock_timestamp() FROM unnest(${[...DUTIES]}::text[]) AS name
    WHERE EXISTS (SELECT FROM sequencer_latest WHERE term = ${term}) ORDER BY name
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, term = excluded.term, taken_at = excluded.taken_at
      WHERE duty.term <= excluded.term
    RETURNING name, memory, (extract(epoch FROM clock_timestamp() - done_at) * 1000)::float8 AS "doneMs"`;
}

/**
 * Records that a duty has been done. In one statement, as below: a row of `duty` must not stay locked when its holder stops.
 * @returns false: it has another holder
 */
export async function setDutyDone(tx: Sql, duty: HeldDuty): Promise<boolean> {
  return (await tx.$executeRaw`UPDATE duty SET done_at = clock_timestamp() WHERE ${isHeld(duty)}`) > 0;
}

/** Keeps what the next holder has to know, in place of what was kept. @returns as above */
export async function setDutyMemory(tx: Sql, duty: HeldDuty, memory: unknown): Promise<boolean> {
  const json = JSON.stringify(memory);
  return (await tx.$executeRaw`UPDATE duty SET memory = ${json}::jsonb WHERE ${isHeld(duty)}`) > 0;
}

/** As require_duty. */
function isHeld({ name, term }: HeldDuty): Prisma.Sql {
  return Prisma.sql`name = ${name} AND term = ${term} AND ${term} = (SELECT term FROM sequencer_latest)`;
}

/** The statement that fails unless the duty is still that of the term, or nothing was written. For `Db.transact`. */
export function requiringDuty({ name, term }: HeldDuty): string {
  // written out, since a message of several statements has no values; the name is one of a list
  return `SELECT require_duty('${name}', ${BigInt(term)})`;
}

/** Whether a transaction failed because its duty has another holder. */
export function isDutyLost(error: unknown): boolean {
  return hasCause(error, ({ code, originalCode }) => code === LOST || originalCode === LOST);
}

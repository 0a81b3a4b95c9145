import type { Db } from "../prisma/client.ts";

/** As many as Waybill inserts at a time. */
const GROUP = 500;
const COLUMNS = "id, batch_id, ordinal, state, payload, filename, priority, submitter";

/** How long PostgreSQL takes to insert so many rows into a copy of the jobs table, with its indexes, a commit a group. */
export async function insertSeconds(db: Db, count: number): Promise<number> {
  await db.$executeRawUnsafe("CREATE TABLE plain_job (LIKE job INCLUDING ALL)");
  const began = performance.now();
  for (let from = 1; from <= count; from += GROUP)
    await db.$executeRawUnsafe(
      `INSERT INTO plain_job (${COLUMNS})
        SELECT 'jid-' || gen_random_uuid(), 'bid-plain', n, 'Pending', 'file', 'file-' || n, 97, 'bench'
        FROM generate_series(${from}, ${Math.min(count, from + GROUP - 1)}) AS n`,
    );
  return (performance.now() - began) / 1000;
}

/** How long PostgreSQL takes to change so many rows of a copy of the jobs table in one statement. */
export async function updateSeconds(db: Db, count: number): Promise<number> {
  await insertSeconds(db, count);
  const began = performance.now();
  await db.$executeRawUnsafe("UPDATE plain_job SET state = 'Failed', state_at = clock_timestamp()");
  return (performance.now() - began) / 1000;
}

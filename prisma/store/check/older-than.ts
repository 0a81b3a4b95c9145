import { Prisma } from "../../generated/client.ts";

/** Has a time been past for `graceMs` by the database's clock? What is younger may still be in motion. */
export function olderThan(column: Prisma.Sql, graceMs: number): Prisma.Sql {
  return Prisma.sql`${column} < clock_timestamp() - ${graceMs}::float8 * interval '1 millisecond'`;
}

/** States of a job in which a worker has it or will have it. */
export const JOB_MOVES = Prisma.sql`('Pending', 'Estimating', 'Provisioning', 'Downloading', 'Processing', 'Recording', 'Notify')`;

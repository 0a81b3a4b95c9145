import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { freeOf, IS_DUE, type Leased, rowsOf, tableOf } from "./tables.ts";

/**
 * A row that a worker has to look at. `overdueMs`: since when; `fence`: changes with every lease taken; `key`: one
 * waiting wake-up per key is enough (a lane's hash and its voided claims), null where every row has its own.
 */
export type Due = {
  readonly id: string;
  readonly fence: bigint;
  readonly overdueMs: number;
  readonly key: string | null;
};

const KEYS = {
  job: Prisma.sql`NULL`,
  batch: Prisma.sql`NULL`,
  mail: Prisma.sql`NULL`,
  callback: Prisma.sql`NULL`,
  lane: Prisma.sql`encode(sha256(convert_to(service_id, 'UTF8')), 'hex') || '-' || breaks`,
  check: Prisma.sql`NULL`,
} as const satisfies Record<Leased, Prisma.Sql>;

export const FIRST = {
  job: Prisma.sql`turn_at`,
  batch: Prisma.sql`due_at`,
  mail: Prisma.sql`due_at`,
  callback: Prisma.sql`due_at`,
  lane: Prisma.sql`due_at`,
  check: Prisma.sql`due_at`,
} as const satisfies Record<Leased, Prisma.Sql>;

/** Due rows nobody has a lease on: jobs by their turn, the others by how long they are due. `busy`: as in rowsOf. */
export async function listDue(
  tx: Sql,
  leased: Leased,
  most: number,
  busy: readonly string[] = [],
): Promise<Due[]> {
  return tx.$queryRaw<Due[]>`
    SELECT id, fence, (extract(epoch FROM clock_timestamp() - due_at) * 1000)::float8 AS "overdueMs",
      ${KEYS[leased]} AS key
    FROM ${tableOf(leased)}
    WHERE ${IS_DUE} AND ${freeOf(leased)} AND ${rowsOf(leased, busy)}
    ORDER BY ${FIRST[leased]}
    LIMIT ${most}`;
}

import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { type Leased, tableOf } from "./tables.ts";

/** A row that a worker has to look at. `overdueMs`: since when; `fence`: changes with every lease taken. */
export type Due = { readonly id: string; readonly fence: bigint; readonly overdueMs: number };

export const FIRST = {
  job: Prisma.sql`priority, due_at`,
  batch: Prisma.sql`due_at`,
  outbox: Prisma.sql`due_at`,
} as const satisfies Record<Leased, Prisma.Sql>;

/** Due rows nobody has a lease on, jobs with the lowest priority number first, then the longest due. */
export async function listDue(tx: Tx, leased: Leased, most: number): Promise<Due[]> {
  return tx.$queryRaw<Due[]>`
    SELECT id, fence, (extract(epoch FROM clock_timestamp() - due_at) * 1000)::float8 AS "overdueMs"
    FROM ${tableOf(leased)}
    WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until < clock_timestamp())
    ORDER BY ${FIRST[leased]}
    LIMIT ${most}`;
}

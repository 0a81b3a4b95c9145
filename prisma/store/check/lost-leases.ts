import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { JOB_MOVES, olderThan } from "./older-than.ts";

/** Tables whose rows are worked under a lease. */
export const ROW_TABLES = ["batch", "job", "outbox", "lane"] as const;
export type RowTable = (typeof ROW_TABLES)[number];

export const ROW_NAMES = {
  batch: Prisma.sql`batch`,
  job: Prisma.sql`job`,
  outbox: Prisma.sql`outbox`,
  lane: Prisma.sql`lane`,
} as const satisfies Record<RowTable, Prisma.Sql>;

/** Rows that a look of a worker may help. */
const HAS_WORK = {
  batch: Prisma.sql`state IN ('Processing', 'Reporting', 'UpdateReporting')`,
  job: Prisma.sql`state IN ${JOB_MOVES}`,
  outbox: Prisma.sql`status = 'Waiting'`,
  lane: Prisma.sql`TRUE`,
} as const satisfies Record<RowTable, Prisma.Sql>;

/** A due row is taken over by itself once its lease has run out. */
const lost = (graceMs: number) =>
  Prisma.sql`due_at IS NULL AND ${olderThan(Prisma.sql`lease_until`, graceMs)}`;

export type LostLease = { readonly id: string; readonly owner: string | null; readonly until: Date };

/** Leases that ran out long ago on rows that are not due; after `after`, in the order of ids. */
export async function listLostLeases(
  tx: Sql,
  table: RowTable,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<LostLease[]> {
  return tx.$queryRaw<LostLease[]>`
    SELECT id, lease_owner AS owner, lease_until AS until FROM ${ROW_NAMES[table]}
    WHERE ${lost(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Takes such a lease away; its holder, should it still live, changes nothing any more. @returns whether there was one */
export async function freeLostLease(tx: Sql, table: RowTable, id: string, graceMs: number): Promise<boolean> {
  const last = table === "lane" ? Prisma.sql`lease_last = NULL,` : Prisma.empty;
  const freed = await tx.$executeRaw`
    UPDATE ${ROW_NAMES[table]} SET lease_owner = NULL, lease_until = NULL, ${last} fence = fence + 1,
      due_at = CASE WHEN ${HAS_WORK[table]} THEN clock_timestamp() END
    WHERE id = ${id} AND ${lost(graceMs)}`;
  return freed > 0;
}

import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { olderThan } from "./older-than.ts";

const keptForNothing = (graceMs: number) => Prisma.sql`space_reserved > 0 AND working_directory IS NULL
  AND state IN ('Completed', 'Failed', 'Deleted') AND ${olderThan(Prisma.sql`state_at`, graceMs)}`;

export type KeptSpace = { readonly id: string; readonly state: string; readonly bytes: bigint };

/** Jobs that have ended, have no folder, and still count against working storage; after `after`, in the order of ids. */
export async function listKeptSpace(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<KeptSpace[]> {
  return tx.$queryRaw<KeptSpace[]>`
    SELECT id, state::text, space_reserved AS bytes FROM job
    WHERE ${keptForNothing(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Frees such space. @returns whether there was any */
export async function freeKeptSpace(tx: Sql, id: string, graceMs: number): Promise<boolean> {
  const freed = await tx.$executeRaw`
    UPDATE job SET space_reserved = 0 WHERE id = ${id} AND ${keptForNothing(graceMs)}`;
  return freed > 0;
}

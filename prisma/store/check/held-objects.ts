import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { olderThan } from "./older-than.ts";

/** A failed job that has stored its version, or may have, keeps the object until it is resumed. */
const heldForNothing = (graceMs: number) => Prisma.sql`busy_job_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM job WHERE job.id = stored_object.busy_job_id AND (
    job.state NOT IN ('Completed', 'Failed', 'Deleted') OR NOT ${olderThan(Prisma.sql`job.state_at`, graceMs)}
    OR (job.state = 'Failed' AND EXISTS (SELECT FROM step_result WHERE owner_id = job.id AND step IN ('place', 'store')))))`;

export type HeldObject = { readonly id: string; readonly ark: string; readonly jobId: string };

/** Objects reserved for a job that is done with them or does not exist; after `after`, in the order of ids. */
export async function listHeldObjects(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<HeldObject[]> {
  return tx.$queryRaw<HeldObject[]>`
    SELECT id, ark, busy_job_id AS "jobId" FROM stored_object
    WHERE ${heldForNothing(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Lets other jobs write such an object. @returns whether it was one */
export async function freeHeldObject(tx: Sql, id: string, graceMs: number): Promise<boolean> {
  const freed = await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL WHERE id = ${id} AND ${heldForNothing(graceMs)}`;
  return freed > 0;
}

import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { olderThan } from "./older-than.ts";

const needsPayload = (
  graceMs: number,
) => Prisma.sql`payload_path IS NOT NULL AND state NOT IN ('Completed', 'Deleted')
  AND ${olderThan(Prisma.sql`created_at`, graceMs)}`;

export type PayloadKeeper = { readonly id: string; readonly path: string };

/** Batches that still need their payload, with its path below the working storage; after `after`, in the order of ids. */
export async function listPayloadKeepers(
  tx: Sql,
  page: { readonly graceMs: number; readonly after: string; readonly limit: number },
): Promise<PayloadKeeper[]> {
  return tx.$queryRaw<PayloadKeeper[]>`
    SELECT id, payload_path AS path FROM batch WHERE ${needsPayload(page.graceMs)} AND id > ${page.after}
    ORDER BY id LIMIT ${page.limit}`;
}

/** Those of these batches that still need their payload now, looked at after it was not found. */
export async function findPayloadKeeper(
  tx: Sql,
  batchId: string,
  graceMs: number,
): Promise<PayloadKeeper | undefined> {
  const [keeper] = await tx.$queryRaw<PayloadKeeper[]>`
    SELECT id, payload_path AS path FROM batch WHERE id = ${batchId} AND ${needsPayload(graceMs)}`;
  return keeper;
}

/** Makes a batch forget a payload that is gone: jobs that need it fail with `payload_damaged`. @returns whether it needed it */
export async function forgetMissingPayload(
  tx: Sql,
  { id, path }: PayloadKeeper,
  by: string,
): Promise<boolean> {
  const forgotten = await tx.$executeRaw`
    WITH gone AS (UPDATE batch SET payload_path = NULL WHERE id = ${id} AND payload_path = ${path} RETURNING id)
    INSERT INTO event (kind, batch_id, actor, reason)
    SELECT 'batch.payload-missing', id, ${by}, 'The deposited file was gone from working storage.' FROM gone`;
  return forgotten > 0;
}

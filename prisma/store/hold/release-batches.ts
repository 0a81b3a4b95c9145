import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { moveBatches } from "../batch/move.ts";

/**
 * Releases the batches a collection's hold has stopped, in one statement with their events, and makes them due in the
 * order of their places. Those held by themselves stay, and say so from now on. Lock the lane first.
 * @returns their ids, in no order
 */
export async function releaseHeldBatches(
  tx: Sql,
  collectionId: string,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<string[]> {
  const move = { from: "Held", to: "Processing", by: "person", actor, reason } as const;
  const ids = await moveBatches(
    tx,
    move,
    Prisma.sql`collection_id = ${collectionId} AND state = 'Held' AND held_at IS NULL`,
  );
  if (ids.length > 1) {
    await tx.$executeRaw`
      UPDATE batch SET due_at = clock_timestamp() + (placed.place - 1) * interval '1 millisecond'
      FROM (SELECT id, row_number() OVER (ORDER BY lane_seq) AS place FROM batch WHERE id = ANY(${ids}::text[])) AS placed
      WHERE batch.id = placed.id AND due_at IS NOT NULL`;
  }
  await tx.$executeRaw`
    UPDATE batch SET wait_reason = held_by || ' holds it: ' || held_reason
    WHERE collection_id = ${collectionId} AND state = 'Held' AND held_at IS NOT NULL`;
  return ids;
}

import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { moveBatches } from "../batch/move.ts";

/**
 * Releases the batches a collection's hold has stopped, in one statement with their events: each waits in its place until
 * its lane begins it. Those held by themselves stay, and say so from now on. Lock the lane first.
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
  await tx.$executeRaw`
    UPDATE batch SET wait_reason = held_by || ' holds it: ' || held_reason
    WHERE collection_id = ${collectionId} AND state = 'Held' AND held_at IS NOT NULL`;
  return ids;
}

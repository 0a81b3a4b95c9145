import type { LaneFacts } from "../../core/lane/facts.ts";
import type { Db } from "../../prisma/client.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";

/** A repository's lane of its own with batches in line; `ids` in their order. */
export async function repositoryLine(
  db: Db,
  count: number,
  lane: Partial<Pick<LaneFacts, "ordering" | "width">> = {},
) {
  const collection = await makeCollection(db);
  const { laneId, slug } = collection;
  await db.lane.update({ where: { id: laneId }, data: lane });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeBatch(db, collection, "Pending"));
  return { laneId, slug, ids };
}

/** Ends a batch at Processing as its worker does. */
export async function endBatch(db: Db, batchId: string): Promise<void> {
  const by = { batchId, by: "worker", actor: "Waybill" } as const;
  await moveBatch(db, { ...by, from: "Processing", to: "Reporting" });
  await moveBatch(db, { ...by, from: "Reporting", to: "Completed" });
}

import { randomUUID } from "node:crypto";
import type { BatchFacts, LaneFacts } from "../../core/lane/facts.ts";
import type { Db } from "../../prisma/client.ts";

/** A lane with batches in given states, as rows; the whole intake is then held, or not, as the lane says. Answers the batches' ids in the order given. */
export async function makeLane(
  db: Db,
  lane: LaneFacts,
  batches: readonly Omit<BatchFacts, "id">[],
): Promise<{ readonly laneId: string; readonly ids: string[] }> {
  const laneId = randomUUID();
  await db.lane.create({
    data: {
      id: laneId,
      serviceId: laneId,
      ordering: lane.ordering,
      width: lane.width,
      settings: lane.startsWhen === "accepted" ? {} : { startsWhen: lane.startsWhen },
      ...(lane.isRepository ? {} : { backend: "sawtooth", ledger: "main" }),
      heldAt: lane.isHeld ? new Date(0) : null,
      haltedAt: lane.isHalted ? new Date(0) : null,
    },
  });
  await db.intake.update({ where: { id: 1 }, data: { heldAt: lane.isPaused ? new Date(0) : null } });
  const profile = { id: randomUUID(), version: 1, settings: {}, createdBy: "test" };
  const collection = await db.collection.create({
    data: { id: randomUUID(), slug: laneId, name: laneId, laneId, profiles: { create: profile } },
  });
  const ids = batches.map(() => `bid-${randomUUID()}`);
  await db.batch.createMany({
    data: batches.map((batch, place) => ({
      id: ids[place] ?? "",
      collectionId: collection.id,
      profileVersionId: profile.id,
      laneId,
      laneSeq: batch.laneSeq,
      state: batch.state,
      submitted: batch.submitted,
      submissionStatus: batch.status,
      unresolved: batch.unresolved,
      delayedUntil: batch.delayedUntil,
      submitter: "test",
      kind: lane.isRepository ? "SingleFile" : "LedgerBatch",
      deposit: {},
      payloadFilename: "a",
      payloadSize: 1,
      payloadSha256: "0",
    })),
  });
  const placed = ids.filter((_, place) => batches[place]?.hasPosition);
  await db.$executeRaw`
    UPDATE sequenced SET position = given.position FROM (
      SELECT id, (SELECT COALESCE(max(position), 0) FROM sequenced) + row_number() OVER (ORDER BY id) AS position
      FROM sequenced WHERE kind = 'batch' AND item_id = ANY(${placed}::text[])
    ) AS given WHERE sequenced.id = given.id`;
  return { laneId, ids };
}

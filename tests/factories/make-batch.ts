import { randomUUID } from "node:crypto";
import type { BatchState } from "../../core/batch/states.ts";
import type { Db } from "../../prisma/client.ts";
import type { Prisma } from "../../prisma/generated/client.ts";
import type { MadeCollection } from "./make-collection.ts";

const ENDED: readonly BatchState[] = ["Completed", "Failed", "Deleted"];
const SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/** A batch at the end of its collection's lane, of one file of 3 bytes, already taken apart unless it is Pending or Held. */
export async function makeBatch(
  db: Db,
  collection: MadeCollection,
  state: BatchState = "Processing",
  given: Partial<Prisma.BatchUncheckedCreateInput> = {},
): Promise<string> {
  const id = `bid-${randomUUID()}`;
  const at = given.createdAt ?? new Date();
  const lane = await db.lane.update({
    where: { id: collection.laneId },
    data: { nextSeq: { increment: 1 } },
  });
  await db.batch.create({
    data: {
      id,
      collectionId: collection.id,
      profileVersionId: collection.profileVersionId,
      laneId: collection.laneId,
      laneSeq: lane.nextSeq - 1n,
      state,
      stateAt: at,
      submitter: "Ada Depositor",
      kind: "SingleFile",
      deposit: { title: "A map" },
      payloadFilename: "map.tif",
      payloadSize: 3n,
      payloadSha256: SHA256_OF_ABC,
      expandedAt: state === "Pending" || state === "Held" ? null : at,
      createdAt: at,
      endedAt: ENDED.includes(state) ? at : null,
      ...given,
    },
  });
  return id;
}

import { randomUUID } from "node:crypto";
import type { BatchState } from "../../core/batch/states.ts";
import type { Db } from "../../prisma/client.ts";
import type { Prisma } from "../../prisma/generated/client.ts";
import { makeBatch } from "./make-batch.ts";
import { type MadeCollection, makeCollection } from "./make-collection.ts";

type Given = Partial<Prisma.BatchUncheckedCreateInput>;

/** A ledger's lane with its collection, and ways to put things into it. */
export type LaneScene = {
  readonly collection: MadeCollection;
  readonly laneId: string;
  readonly serviceId: string;
  /** A batch at the end of the lane. Answers its id. */
  add(state: BatchState, given?: Given): Promise<string>;
  /** An attempt on a batch that begun some ms ago and settles in some. Answers its number. */
  attempt(batchId: string, given?: Partial<Prisma.AttemptUncheckedCreateInput>): Promise<bigint>;
};

/** How a batch of a ledger's lane stands. */
export const STANDINGS = {
  untouched: ["Pending", {}],
  refusedByLane: ["Processing", {}],
  pending: ["Processing", { submitted: true, submissionStatus: "Pending", acceptedAt: new Date() }],
  valid: [
    "Processing",
    { submitted: true, submissionStatus: "Valid", acceptedAt: new Date(), validSince: new Date() },
  ],
  betweenTries: ["Processing", { submitted: true, tries: 3 }],
  unknown: ["Processing", { submissionStatus: "Unknown", unknownSince: new Date(), unknownCount: 2 }],
  unresolved: ["Processing", { submissionStatus: "Unknown", unresolved: true, unknownSince: new Date() }],
  delayed: ["Processing", { submissionStatus: "Delayed", delayedUntil: new Date("2200-01-01") }],
  held: ["Held", { waitReason: "The collection is held: disks are moved" }],
  committed: ["Completed", { submitted: true, submissionStatus: "Committed" }],
  skipped: ["Failed", { submissionStatus: "Skipped" }],
} as const satisfies Record<string, readonly [BatchState, Given]>;
export type Standing = keyof typeof STANDINGS;

export async function makeLaneScene(
  db: Db,
  lane: Prisma.LaneUncheckedUpdateInput = { backend: "sawtooth", ledger: "main" },
): Promise<LaneScene> {
  const collection = await makeCollection(db);
  const { laneId } = collection;
  const { serviceId } = await db.lane.update({ where: { id: laneId }, data: lane });
  return {
    collection,
    laneId,
    serviceId,
    add: async (state, given = {}) => {
      const id = await makeBatch(db, collection, state, { kind: "LedgerBatch", ...given });
      const own = { batchId: id, laneId, ledgerId: `ledger-${id}`, signerPublicKey: "02", families: [] };
      await db.ledgerBatch.create({
        data: { ...own, body: Buffer.from("abc"), transactionIds: [randomUUID()] },
      });
      return id;
    },
    attempt: async (batchId, given = {}) => {
      const now = Date.now();
      const { id } = await db.attempt.create({
        data: {
          laneId,
          batchId,
          fence: 1n,
          instance: "host-1",
          begunAt: new Date(now - 1_000),
          deadlineAt: new Date(now + 9_000),
          settlesAt: new Date(now + 14_000),
          ...given,
        },
      });
      return id;
    },
  };
}

/** A ledger's lane with one batch that stands so. */
export async function makeStanding(
  db: Db,
  standing: Standing,
): Promise<LaneScene & { readonly batchId: string }> {
  const scene = await makeLaneScene(db);
  const [state, given] = STANDINGS[standing];
  return { ...scene, batchId: await scene.add(state, given) };
}

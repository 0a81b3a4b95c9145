import { randomUUID } from "node:crypto";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import { makeBatches, makeBatchList, type Signed } from "../fixtures/ledger/sign.ts";
import { LANE_SETTINGS, type World } from "./world.ts";

/** A lane of the run: half of them Sawtooth's, half scabbard's. `service`: its name at the fake ledger. */
export type ChaosLane = {
  readonly serviceId: string;
  readonly service: string;
  readonly backend: "sawtooth" | "scabbard";
  readonly batches: readonly Signed[];
};

export function planLanes(seed: number, lanes: number, batches: number): readonly ChaosLane[] {
  return Array.from({ length: lanes }, (_, place) => {
    const isSawtooth = place % 2 === 0;
    const name = `lane-${place}`;
    const serviceId = isSawtooth ? name : `01234-ABCDE::s${String(place).padStart(3, "0")}`;
    const all = makeBatches(`chaos ${seed} ${place}`, batches);
    // what comes in one list is numbered by its ids
    const inOrder = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
    return { serviceId, service: serviceId, backend: isSawtooth ? "sawtooth" : "scabbard", batches: inOrder };
  });
}

/** Makes a lane and hands its batches in, in one list. Their verification has tests of its own. */
export async function fillLane({ ctx }: World, lane: ChaosLane): Promise<void> {
  const laneId = randomUUID();
  const { serviceId, backend } = lane;
  const ledger = backend === "sawtooth" ? serviceId : "scabbard";
  await ctx.db.lane.create({ data: { id: laneId, serviceId, backend, ledger, settings: LANE_SETTINGS } });
  const profile = {
    id: randomUUID(),
    version: 1,
    settings: { notifySuppression: "all" },
    createdBy: "chaos",
  };
  await ctx.db.collection.create({
    data: { id: randomUUID(), slug: laneId, name: serviceId, laneId, profiles: { create: profile } },
  });
  const read = async () =>
    lane.batches.map((batch) => ({
      ledgerId: batch.id,
      body: makeBatchList([batch]),
      signerPublicKey: "",
      transactionIds: [],
      families: [],
    }));
  await submitBatches(ctx, { serviceId, userAgent: null, read });
}

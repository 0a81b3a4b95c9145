import { randomUUID } from "node:crypto";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import type { Context } from "../../operations/context.ts";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import { makeBatches, makeBatchList, type Signed } from "../fixtures/ledger/sign.ts";

/** The fake ledger takes a call at once or never, unless a fault of its own says otherwise. */
const LANE_SETTINGS = { delayWindowMs: 20_000, graceMs: 30_000, settleMs: 5_000 };

/** A lane of the run: half of them Sawtooth's, half scabbard's. `service`: its name at the fake ledger. */
export type ChaosLane = {
  readonly serviceId: string;
  readonly service: string;
  readonly backend: LedgerBackend;
  readonly batches: readonly Signed[];
};

const DIGITS = 36;

/** What a Sawtooth lane is called, here and at the ledger. */
export const laneName = (place: number) => `lane-${place}`;

/** Plans lanes; `from`: how many there are already. */
export function planLanes(seed: number, lanes: number, batches: number, from = 0): readonly ChaosLane[] {
  return Array.from({ length: lanes }, (_, index) => {
    const place = from + index;
    const isSawtooth = place % 2 === 0;
    const serviceId = isSawtooth
      ? laneName(place)
      : `01234-ABCDE::s${place.toString(DIGITS).padStart(3, "0")}`;
    const all = makeBatches(`chaos ${seed} ${place}`, batches);
    // what comes in one list is numbered by its ids
    const inOrder = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
    return { serviceId, service: serviceId, backend: isSawtooth ? "sawtooth" : "scabbard", batches: inOrder };
  });
}

/** Makes a lane with the collection its batches belong to. */
export async function makeLane({ db }: Context, lane: ChaosLane, more: object = {}): Promise<void> {
  const laneId = randomUUID();
  const { serviceId, backend } = lane;
  const ledger = backend === "sawtooth" ? serviceId : "scabbard";
  const settings = { ...LANE_SETTINGS, ...more };
  await db.lane.create({ data: { id: laneId, serviceId, backend, ledger, settings } });
  const profile = {
    id: randomUUID(),
    version: 1,
    settings: { notifySuppression: "all" },
    createdBy: "chaos",
  };
  await db.collection.create({
    data: { id: randomUUID(), slug: laneId, name: serviceId, laneId, profiles: { create: profile } },
  });
}

/** Hands a lane's batches in, in one list. Their verification has tests of its own. */
export async function submitLane(ctx: Context, { serviceId, batches }: ChaosLane): Promise<void> {
  const read = async () =>
    batches.map((batch) => ({
      ledgerId: batch.id,
      body: makeBatchList([batch]),
      signerPublicKey: "",
      transactionIds: [],
      families: [],
    }));
  await submitBatches(ctx, { serviceId, userAgent: null, read });
}

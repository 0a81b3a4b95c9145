import { randomUUID } from "node:crypto";
import { readBatchList } from "../../adapters/ledger/batch-list.ts";
import type { LaneOrdering } from "../../core/lane/orderings.ts";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import type { Signed } from "../fixtures/ledger/sign.ts";
import { makeBatchList } from "../fixtures/ledger/sign.ts";
import type { Installation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";

/** How a batch of a ledger's lane stands, in its lane's order. */
export type Standing = {
  readonly id: string;
  readonly ledgerId: string;
  readonly state: string;
  readonly status: string | null;
  readonly unresolved: boolean;
  readonly attempts: readonly string[];
};

export type LedgerLane = {
  readonly laneId: string;
  readonly serviceId: string;
  /** One BatchList per batch, so that their order is the one given. */
  submit(batches: readonly Signed[]): Promise<void>;
  standings(): Promise<Standing[]>;
  /** Waits until `isIt` holds of the lane's batches. */
  until(isIt: (standings: readonly Standing[]) => boolean, patienceMs?: number): Promise<Standing[]>;
};

/** Makes a lane for a ledger, its connection being `main`, with a collection of its own. */
export async function makeLedgerLane(
  installation: Installation,
  lane: {
    readonly serviceId: string;
    readonly backend: LedgerBackend;
    readonly settings?: object;
    readonly ordering?: LaneOrdering;
    readonly width?: number;
    readonly ledger?: string;
  },
): Promise<LedgerLane> {
  const { db } = installation.ctx;
  const laneId = randomUUID();
  const { ledger = "main", ...rest } = lane;
  // however busy the machine is, no call is cut off that the test does not slow down; what is settles soon
  const settings = { postTimeoutMs: 100_000, settleMs: 5_000, ...lane.settings };
  await db.lane.create({ data: { ...rest, id: laneId, ledger, settings } });
  await db.collection.create({
    data: {
      id: randomUUID(),
      slug: laneId,
      name: lane.serviceId,
      laneId,
      profiles: { create: { id: randomUUID(), version: 1, settings: {}, createdBy: "test" } },
    },
  });
  const standings = () => standingsOf(installation, laneId);
  return {
    laneId,
    serviceId: lane.serviceId,
    submit: async (batches) => {
      for (const batch of batches) {
        await submitBatches(installation.ctx, {
          serviceId: lane.serviceId,
          userAgent: null,
          read: () => readBatchList(makeBatchList([batch])),
        });
      }
    },
    standings,
    until: async (isIt, patienceMs = 20_000) => {
      await until(async () => {
        const all = await standings();
        return (
          isIt(all) ||
          `the lane stands ${all.map(({ state, status, attempts }) => `${state}/${status}[${attempts}]`)}`
        );
      }, patienceMs);
      return standings();
    },
  };
}

async function standingsOf({ ctx: { db } }: Installation, laneId: string): Promise<Standing[]> {
  const batches = await db.batch.findMany({
    where: { laneId },
    orderBy: { laneSeq: "asc" },
    include: { ledgerBatch: { select: { ledgerId: true } }, attempts: { orderBy: { id: "asc" } } },
  });
  return batches.map(({ id, state, submissionStatus, unresolved, ledgerBatch, attempts }) => ({
    id,
    ledgerId: ledgerBatch?.ledgerId ?? "",
    state,
    status: submissionStatus,
    unresolved,
    attempts: attempts.map(({ outcome }) => outcome ?? "open"),
  }));
}

/** All batches of a lane have this status. */
export const all =
  (status: string) =>
  (standings: readonly Standing[]): boolean =>
    standings.every((one) => one.status === status);

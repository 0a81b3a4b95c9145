import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { readBatchList } from "../../adapters/ledger/batch-list.ts";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { WaybillError } from "../../core/errors.ts";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import type { Context } from "../../operations/context.ts";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import { workLane } from "../../operations/turn/work.ts";
import { openLaneSteps } from "../../prisma/store/lane/gathered.ts";
import { releaseLease, takeLease } from "../../prisma/store/lease.ts";
import { makeBatches, makeBatchList, type Signed } from "../fixtures/ledger/sign.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { makeLaneScene } from "./lane-scene.ts";
import type { TestContext } from "./test-context.ts";

/** A batch's row, in its lane's order. */
type Row = Awaited<ReturnType<TestContext["ctx"]["db"]["batch"]["findMany"]>>[number];

/** A lane of a fake ledger that is worked by the test itself, one turn after the other, as a worker would. */
export type WorkedLane = {
  readonly laneId: string;
  readonly serviceId: string;
  /** The lane's name at the fake ledger. */
  readonly service: string;
  /** Signs so many batches and hands them in, each by itself. */
  submit(count: number): Promise<readonly Signed[]>;
  rows(): Promise<readonly Row[]>;
  isHalted(): Promise<boolean>;
  /** Takes turns until `isIt`, 20 s at most. @throws Error when it did not come to that */
  until(isIt: (rows: readonly Row[]) => boolean | Promise<boolean>): Promise<readonly Row[]>;
  /** Takes turns for so long, whatever happens. */
  workFor(ms: number): Promise<void>;
};

export type Workshop = {
  readonly ledger: FakeLedger;
  /** `times`: LANE_TIMES. `isConnected` false: the lane's connection is not in LEDGERS. */
  lane(options: LaneOptions): Promise<WorkedLane>;
  end(): Promise<void>;
};

type LaneOptions = {
  readonly backend: LedgerBackend;
  readonly settings?: object;
  readonly times?: number;
  readonly isConnected?: () => boolean;
  readonly env?: Partial<Context["env"]>;
  /** Of the lane's connection. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A fake ledger and what works lanes against it. Times are a twentieth of the standard ones unless a lane says otherwise. */
export async function openWorkshop({ ctx }: TestContext): Promise<Workshop> {
  const ledger = await startFakeLedger({ settleMs: 20 });
  const ledgers = createLedgers();
  const instance = `worker-${randomUUID()}`;
  const ports = {
    ledgers,
    steps: openLaneSteps(ctx.db),
    isStorageOpen: async () => true,
    faultPoint: async () => undefined,
    instance,
    roll: () => 0,
  };
  return {
    ledger,
    lane: async ({ backend, settings, times = 0.05, isConnected = () => true, env = {}, headers = {} }) => {
      const name = randomUUID().slice(0, 4);
      const serviceId = backend === "scabbard" ? `01234-ABCDE::${name}` : `lane-${name}`;
      const url = backend === "scabbard" ? ledger.url : ledger.sawtoothUrl(serviceId);
      const connected = (): Context => {
        const LEDGERS: Context["env"]["LEDGERS"] = isConnected() ? { main: { url, headers } } : {};
        return { ...ctx, env: { ...ctx.env, ...env, LANE_TIMES: times, LEDGERS } };
      };
      // however busy the machine is, no call is cut off that the test does not slow down; what is settles soon
      const own = { postTimeoutMs: 5_000 / times, settleMs: 5_000, ...settings };
      const { laneId } = await makeLaneScene(ctx.db, { serviceId, backend, ledger: "main", settings: own });
      const rows = () => ctx.db.batch.findMany({ where: { laneId }, orderBy: { laneSeq: "asc" } });
      const turn = async () => {
        const claim = { id: laneId, owner: instance, leaseMs: 15_000, lastMs: 180_000 };
        const lease = await takeLease(ctx.db, "lane", claim);
        if (!lease) return sleep(10);
        const work = { laneId, fence: lease.fence, signal: new AbortController().signal };
        try {
          await workLane(connected(), ports, work);
        } catch (error) {
          if (!(error instanceof WaybillError) || error.code !== "lease_lost") throw error;
          await releaseLease(ctx.db, "lane", { id: laneId, fence: lease.fence, dueInMs: 0 });
        }
      };
      return {
        laneId,
        serviceId,
        service: serviceId,
        submit: async (count) => {
          const batches = makeBatches(name, count);
          for (const batch of batches) {
            const read = () => readBatchList(makeBatchList([batch]));
            await submitBatches(ctx, { serviceId, userAgent: null, read });
          }
          return batches;
        },
        rows,
        isHalted: async () =>
          (await ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } })).haltedAt !== null,
        until: async (isIt) => {
          for (const end = performance.now() + 20_000; performance.now() < end; ) {
            const now = await rows();
            if (await isIt(now)) return now;
            await turn();
          }
          const stands = (await rows()).map(({ state, submissionStatus }) => `${state}/${submissionStatus}`);
          throw new Error(`the lane stands ${stands.join(", ")}`);
        },
        workFor: async (ms) => {
          for (const end = performance.now() + ms; performance.now() < end; ) await turn();
        },
      };
    },
    end: async () => {
      await ledgers.close();
      await ledger.close();
    },
  };
}

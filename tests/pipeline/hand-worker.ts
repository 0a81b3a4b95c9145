import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { workBatch } from "../../operations/batch/work.ts";
import { workJob } from "../../operations/job/work.ts";
import { workLane } from "../../operations/turn/work.ts";
import { sweep } from "../../operations/upkeep/sweep.ts";
import { sweepOrphans } from "../../operations/upkeep/sweep-orphans.ts";
import { showUp } from "../../prisma/store/instance.ts";
import { wire } from "../../worker/wiring.ts";
import type { Installation } from "./installation.ts";

const KINDS = ["lane", "batch", "job"] as const;
type Kind = (typeof KINDS)[number];
const MOST_ROUNDS = 200;

/** A worker that does nothing by itself: the test says what it works on next. */
export type HandWorker = {
  /** Works one row if it is due. @returns whether it was */
  work(kind: Kind, id: string): Promise<boolean>;
  /** Works everything that is due of these kinds until nothing is. */
  workAll(...kinds: readonly Kind[]): Promise<void>;
  /** A holder of that lease, which others have taken since, is there again and gives it back. */
  comeBack(kind: Kind, id: string, fence: bigint): Promise<void>;
  sweep(): Promise<void>;
  sweepOrphans(): Promise<number>;
  /** Looks at its storage roots, and says that it is there, as a worker does every few seconds. */
  watchRoots(): Promise<void>;
  end(): Promise<void>;
};

type Special = {
  readonly connections?: number;
  readonly others?: Readonly<Record<string, string>>;
};

/**
 * Opens one on an installation. `faultPoint` is called at the worker's named places and may throw. `connections`: to the
 * database; `others`: settings that only this one has.
 */
export async function openHandWorker(
  installation: Installation,
  faultPoint: (name: string) => Promise<void> = async () => undefined,
  { connections, others = {} }: Special = {},
): Promise<HandWorker> {
  const env = Env.parse({ ...installation.workerEnv, ...others });
  const {
    ctx,
    ports: wired,
    lanePorts,
    table,
    watchRoots,
    close,
  } = await wire(env, createLog("silent", "test"), createLedgers(), connections);
  const ports = { ...wired, faultPoint };
  const never = new AbortController().signal;
  const work = async (kind: Kind, id: string) => {
    const lease = await table.take(kind, id);
    if (!lease) return false;
    if (kind === "job") await workJob(ctx, ports, { jobId: id, ...lease, signal: never });
    else if (kind === "batch") await workBatch(ctx, ports, { batchId: id, ...lease, signal: never });
    else await workLane(ctx, lanePorts, { laneId: id, fence: lease.fence, signal: never });
    return true;
  };
  return {
    work,
    workAll: async (...kinds) => {
      const wanted = kinds.length > 0 ? kinds : KINDS;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        let worked = false;
        for (const kind of wanted) {
          for (const { id } of await table.due(kind, 50)) worked = (await work(kind, id)) || worked;
        }
        if (!worked) return;
      }
      throw new Error(`After ${MOST_ROUNDS} rounds there is still something due.`);
    },
    comeBack: (kind, id, fence) => table.release(kind, { id, fence, dueInMs: 0 }),
    sweep: () => sweep(ctx, ports),
    sweepOrphans: () => sweepOrphans(ctx, ports.working),
    watchRoots: async () => {
      await showUp(ctx.db, lanePorts.instance, "by hand");
      await watchRoots();
    },
    end: close,
  };
}

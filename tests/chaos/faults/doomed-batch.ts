import { setTimeout as sleep } from "node:timers/promises";
import { doom, isKept } from "../doomed-lanes.ts";
import { runAgain } from "../repository/operator.ts";
import type { World } from "../world.ts";
import { type Fault, must } from "./fault.ts";

const KILLS = 3;
/** A wait between two kills, as for storage that is away, begins their count anew. */
const MOST_KILLS = 8;
const PATIENCE_MS = 40_000;
const LOOK_MS = 40;

let doomed = 0;

/** Workers that die three times over one batch while they make its jobs: it stands still with its lane until a person acts. */
export const DOOMED_BATCH: readonly Fault[] = [
  {
    name: "three workers killed while they make the jobs of one batch",
    code: "F52",
    group: "kill",
    weight: 1,
    inject: async (world) => {
      doomed += 1;
      const slug = `doomed-${doomed}`;
      await world.repository.addLane({ slug, ordering: "serial", width: 1 });
      await doom(world, slug, true);
      const { batchId } = await world.repository.deposit(slug, "rows");
      const behind = await world.repository.deposit(slug, "file");
      try {
        const pids: number[] = [];
        let stopped: string | undefined;
        while (stopped === undefined && pids.length < MOST_KILLS) {
          pids.push(await killMaker(world, batchId));
          if (pids.length >= KILLS) stopped = await untilStopped(world, batchId);
        }
        must(
          stopped !== undefined,
          `after ${pids.length} kills the batch does not say that it needs a person`,
        );
        const [next] = await standing(world, behind.batchId);
        must(next?.state === "Pending", `the batch behind it is ${next?.state}`);
        // in full runs of many minutes nothing waits for the end
        await doom(world, slug, false);
        await runAgain(world);
        return `pids ${pids.join(", ")} ended by SIGKILL, the batch says: ${stopped}`;
      } finally {
        await doom(world, slug, false);
      }
    },
  },
];

type Standing = {
  readonly state: string;
  readonly leaseOwner: string | null;
  readonly isExpanded: boolean;
  readonly stoppedAt: Date | null;
  readonly why: string | null;
};

function standing({ ctx: { db } }: World, batchId: string): Promise<Standing[]> {
  return db.$queryRaw<Standing[]>`
    SELECT state::text, lease_owner AS "leaseOwner", expanded_at IS NOT NULL AS "isExpanded",
      stopped_at AS "stoppedAt", COALESCE(wait_reason, error_message) AS why
    FROM batch WHERE id = ${batchId}`;
}

/** Waits until a worker of the run makes the batch's jobs, and kills it. @returns its pid */
async function killMaker(world: World, batchId: string): Promise<number> {
  const { workers, troubles } = world;
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const [batch] = await standing(world, batchId).catch(() => []);
    if (batch?.isExpanded) throw new Error("its jobs were made before three workers had died");
    const place = workers.findIndex((one) => one && batch?.leaseOwner?.includes(`-${one.pid}-`));
    const worker = workers[place];
    if (!worker || !(await isKept(world))) continue;
    workers[place] = undefined;
    troubles.begin(worker.pid);
    worker.kill("SIGKILL");
    await worker.ended;
    // the next kill does not wait for it
    world.startWorker(place).catch(() => undefined);
    return worker.pid;
  }
  throw new Error("no worker makes its jobs");
}

/**
 * Waits until the batch says that it needs a person. @returns its words; undefined: another worker has it, so that the kills
 * did not all count. @throws Broken when it goes any other way
 */
async function untilStopped(world: World, batchId: string): Promise<string | undefined> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const [batch] = await standing(world, batchId).catch(() => []);
    if (!batch) continue;
    must(batch.state === "Processing", `after three kills the batch is ${batch.state}: ${batch.why}`);
    if (batch.stoppedAt !== null) return batch.why ?? "";
    const isTaken = world.workers.some((one) => one && batch.leaseOwner?.includes(`-${one.pid}-`));
    if (isTaken && (await isKept(world))) return undefined;
  }
  must(false, "after three kills the batch does not say that it needs a person, and no worker takes it");
  return undefined;
}

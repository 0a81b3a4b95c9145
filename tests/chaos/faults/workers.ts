import { setTimeout as sleep } from "node:timers/promises";
import { watchRecovery } from "../recovery.ts";
import { PAUSE_MS } from "../settings.ts";
import { type Fault, takeWorker } from "./fault.ts";

/** Where a worker dies in the middle of a job: before a stage, after its effect, after its record. */
const JOB_POINTS = [
  ...["Pending:before", "Estimating:before", "Provisioning:recorded", "Downloading:effect"],
  ...["Downloading:recorded", "Processing:identified", "Processing:effect", "Processing:recorded"],
  ...["Recording:effect", "Recording:recorded", "Notify:effect", "Notify:recorded"],
  ...["Reporting:before", "Reporting:recorded", "Callback:effect"],
] as const;
/** How long it is waited for a job that ends its worker, and how often one is handed in meanwhile. */
const [FATAL_MS, DEPOSIT_MS] = [20_000, 1_500];
const BLOCKED_MS = 30_000;

/** Faults of a worker's process. */
export const WORKER_FAULTS: readonly Fault[] = [
  {
    name: "kill -9 a worker",
    code: "F02",
    group: "kill",
    weight: 6,
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      world.troubles.begin(worker.pid);
      worker.kill("SIGKILL");
      const signal = await worker.ended;
      void watchRecovery(world, worker.pid).catch(() => undefined);
      await sleep(dice.between(100, 2_000));
      await world.startWorker(place);
      return `pid ${worker.pid} ended by ${signal}`;
    },
  },
  {
    name: "kill -9 a worker in a stage of the repository",
    code: "F01",
    group: "kill",
    weight: 1,
    inject: async (world, dice) => {
      const point = dice.pick(JOB_POINTS);
      const { place, worker } = takeWorker(world, dice);
      await worker.stop();
      const code = await worker.ended;
      const doomed = await world.startWorker(place, { FAULT_POINTS: `${point}:kill` });
      world.workers[place] = undefined;
      let signal: number | string | undefined;
      void doomed.ended.then((how) => {
        signal = how;
        world.troubles.begin(doomed.pid);
      });
      try {
        for (const end = performance.now() + FATAL_MS; signal === undefined && performance.now() < end; ) {
          void world.repository.deposit(dice.pick(world.repository.lanes).slug).catch(() => undefined);
          await sleep(DEPOSIT_MS);
        }
      } finally {
        if (signal === undefined) await doomed.stop();
        await world.startWorker(place);
      }
      if (signal !== "SIGKILL") throw new Error(`it met no job at ${point}`);
      return `pid ${doomed.pid} at ${point}, in place of ${worker.pid}, which left with ${code}`;
    },
  },
  {
    name: "SIGSTOP a worker beyond both expiries, then SIGCONT",
    code: "F04",
    group: "stop",
    weight: 2,
    inject: async (world, dice) => {
      const worker = world.workers[dice.between(0, world.workers.length - 1)];
      if (!worker) throw new Error("no worker was there");
      await world.troubles.during(worker.pid, async () => {
        worker.kill("SIGSTOP");
        await sleep(PAUSE_MS);
        worker.kill("SIGCONT");
      });
      return `pid ${worker.pid} stopped for ${PAUSE_MS} ms`;
    },
  },
  {
    name: "SIGTERM a worker, start another",
    code: "F31",
    group: "deploy",
    weight: 2,
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      worker.kill("SIGTERM");
      const code = await worker.ended;
      world.troubles.begin(worker.pid);
      await world.startWorker(place);
      if (code !== 0) throw new Error(`it ended with ${code}`);
      return `pid ${worker.pid} left with ${code}`;
    },
  },
  {
    name: "block a worker's event loop for 10 s",
    code: "F05",
    group: "stop",
    weight: 1,
    profile: "full",
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      await worker.stop();
      const { pid } = await world.startWorker(place, { FAULT_POINTS: "lane:picked:block:3" });
      const trouble = world.troubles.begin(pid);
      setTimeout(() => {
        trouble.to = Date.now();
      }, BLOCKED_MS).unref();
      return `pid ${pid} blocks at its third pick`;
    },
  },
];

import { setTimeout as sleep } from "node:timers/promises";
import { watchRecovery } from "../recovery.ts";
import { PAUSE_MS } from "../world.ts";
import { type Fault, takeWorker } from "./fault.ts";

/** Faults of a worker's process. */
export const WORKER_FAULTS: readonly Fault[] = [
  {
    name: "kill -9 a worker",
    code: "F02",
    weight: 6,
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      if (!worker) throw new Error("no worker was there");
      worker.kill("SIGKILL");
      const signal = await worker.ended;
      void watchRecovery(world, worker.pid).catch(() => undefined);
      await sleep(dice.between(100, 2_000));
      await world.startWorker(place);
      return `pid ${worker.pid} ended by ${signal}`;
    },
  },
  {
    name: "SIGSTOP a worker beyond both expiries, then SIGCONT",
    code: "F04",
    weight: 2,
    inject: async (world, dice) => {
      const worker = world.workers[dice.between(0, world.workers.length - 1)];
      if (!worker) throw new Error("no worker was there");
      worker.kill("SIGSTOP");
      await sleep(PAUSE_MS);
      worker.kill("SIGCONT");
      return `pid ${worker.pid} stopped for ${PAUSE_MS} ms`;
    },
  },
  {
    name: "SIGTERM a worker, start another",
    code: "F31",
    weight: 2,
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      if (!worker) throw new Error("no worker was there");
      worker.kill("SIGTERM");
      const code = await worker.ended;
      await world.startWorker(place);
      return `pid ${worker.pid} left with ${code}`;
    },
  },
  {
    name: "block a worker's event loop for 10 s",
    code: "F05",
    weight: 1,
    profile: "full",
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      if (!worker) throw new Error("no worker was there");
      await worker.stop();
      const { pid } = await world.startWorker(place, { FAULT_POINTS: "lane:picked:block:3" });
      return `pid ${pid} blocks at its third pick`;
    },
  },
];

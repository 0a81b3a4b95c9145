import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "./dice.ts";
import { PAUSE_MS, type World } from "./world.ts";

/** One kind of fault: how often it is drawn, and what it does. Answers what shows that it happened. */
export type Fault = {
  readonly name: string;
  readonly code: string;
  readonly weight: number;
  readonly inject: (world: World, dice: Dice, service: string) => Promise<string>;
};

/** A ledger's fault on one lane, and for how many requests. */
const atLedger = (
  code: string,
  name: string,
  control: Parameters<World["ledger"]["control"]>[0],
  most = 3,
): Fault => ({
  name,
  code,
  weight: 2,
  inject: async (world, dice, service) => {
    const times = dice.between(1, most);
    world.ledger.control({ ...control, service, ...("times" in control ? { times } : {}) });
    return `${service} ${times}x`;
  },
});

const busy = { fault: "busy", times: 1 } as const;

/** Takes a worker out of its place, so that no other fault meets it. */
function takeWorker({ workers }: World, dice: Dice) {
  const place = dice.between(0, workers.length - 1);
  const worker = workers[place];
  workers[place] = undefined;
  return { place, worker };
}

/** What the run draws from. The codes are those of docs/reference/faults.md. */
const FAULTS: readonly Fault[] = [
  {
    name: "kill -9 a worker",
    code: "F02",
    weight: 6,
    inject: async (world, dice) => {
      const { place, worker } = takeWorker(world, dice);
      if (!worker) return "none was there";
      worker.kill("SIGKILL");
      const signal = await worker.ended;
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
      if (!worker) return "none was there";
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
      if (!worker) return "none was there";
      worker.kill("SIGTERM");
      const code = await worker.ended;
      await world.startWorker(place);
      return `pid ${worker.pid} left with ${code}`;
    },
  },
  {
    name: "FLUSHALL",
    code: "F08",
    weight: 3,
    inject: async (world) => {
      await world.flushRedis();
      return "flushed";
    },
  },
  {
    name: "restart Redis without its data",
    code: "F07",
    weight: 1,
    inject: async (world, dice) => {
      const downMs = dice.between(200, 4_000);
      await world.restartRedis(downMs);
      return `down for ${downMs} ms`;
    },
  },
  {
    name: "restart PostgreSQL",
    code: "F13",
    weight: 1,
    inject: async (world, dice) => {
      const signal = dice.pick(["SIGINT", "SIGQUIT"] as const);
      await world.restartPostgres(signal);
      return signal === "SIGINT" ? "fast" : "immediate";
    },
  },
  atLedger("F36", "429", busy, 4),
  atLedger("F36", "429 with Retry-After", { ...busy, retryAfter: "1" }, 2),
  atLedger("F33", "busy beyond all tries", busy, 14),
  atLedger("F36", "503 no genesis", { fault: "unavailable", code: 15, times: 1 }),
  atLedger("F36", "503 validator timed out, taken", {
    fault: "unavailable",
    code: 17,
    accept: true,
    times: 1,
  }),
  atLedger("F36", "503 validator gone, not taken", { fault: "unavailable", code: 18, times: 1 }),
  atLedger("F36", "408", { fault: "send-timeout", times: 1 }),
  atLedger("F36", "500, taken", { fault: "error", accept: true, times: 1 }),
  atLedger("F35", "taken, connection dropped", { fault: "drop-after", times: 1 }),
  atLedger("F34", "not taken, connection dropped", { fault: "drop-before", times: 1 }),
  atLedger("F38", "Invalid", { fault: "invalid", message: "refused by the run", times: 1 }, 2),
  atLedger("F35", "answers after the deadline", { fault: "slow", ms: 1_500, times: 1 }, 1),
  atLedger("F34", "Unknown for some questions", { fault: "unknown", times: 1 }),
  atLedger("F39", "loses its pending set", { fault: "lose-pending" }),
];

export function drawFault(dice: Dice): Fault {
  const whole = FAULTS.reduce((sum, { weight }) => sum + weight, 0);
  let left = dice.roll() * whole;
  for (const fault of FAULTS) {
    left -= fault.weight;
    if (left < 0) return fault;
  }
  throw new Error("no fault was drawn");
}

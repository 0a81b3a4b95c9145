import { setTimeout as sleep } from "node:timers/promises";
import type { LogEntry } from "../../servers/fake-ledger/log.ts";
import type { Dice } from "../dice.ts";
import type { World } from "../world.ts";
import { busyLane } from "./busy-lane.ts";
import type { Fault } from "./fault.ts";

type Control = Parameters<World["ledger"]["control"]>[0];
/** How the ledger's log shows that a fault was met. */
type Shows = (entry: LogEntry) => boolean;

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;
/** As many tries as a lane makes before it leaves a busy ledger alone. */
const TRIES = 10;

/** A fault of the ledger on a lane that has something to send, for so many requests; it counts once its log shows it `least` times. */
const atLedger = (
  code: string,
  name: string,
  control: Control,
  { most = 3, least = 1, shows = withFault(control) }: { most?: number; least?: number; shows?: Shows } = {},
): Fault => ({
  name,
  code,
  group: "ledger",
  weight: 2,
  inject: async (world, dice) => {
    const times = dice.between(least, most);
    const met = await meet(world, dice, { ...control, times } as Control, (entries) => {
      const seen = entries.filter(shows).length;
      return seen >= least && seen;
    });
    return `${met.service} ${met.count} times`;
  },
});

/** What names the fault in the log. */
const withFault =
  (control: Control): Shows =>
  ({ fault }) =>
    "fault" in control && fault === control.fault;

const isInvalid: Shows = ({ event, status }) => event === "final" && status === "Invalid";

const busy = { fault: "busy", times: 1 } as const;

/** Faults of the ledger; its log shows whether a batch met them. */
export const LEDGER_FAULTS: readonly Fault[] = [
  atLedger("F36", "429", busy, { most: 4 }),
  atLedger("F36", "429 with Retry-After", { ...busy, retryAfter: "1" }, { most: 2 }),
  atLedger("F33", "busy beyond all tries", busy, { least: TRIES + 1, most: TRIES + 4 }),
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
  atLedger(
    "F38",
    "Invalid",
    { fault: "invalid", message: "refused by the run", times: 1 },
    { most: 2, shows: isInvalid },
  ),
  atLedger("F35", "answers after the deadline", { fault: "slow", ms: 1_500, times: 1 }, { most: 1 }),
  atLedger("F34", "Unknown for some questions", { fault: "unknown", times: 1 }),
  {
    name: "loses its pending set",
    code: "F39",
    group: "ledger",
    weight: 2,
    inject: async (world, dice) => {
      // one of its batches is Pending for certain when it forgets
      const control = { fault: "stuck", times: 1 } as const;
      const { service } = await meet(world, dice, control, (entries) => isPending(entries) && 1);
      const before = world.ledger.log.length;
      world.ledger.control({ fault: "lose-pending", service });
      const forgotten = world.ledger.log.slice(before).filter(({ event }) => event === "forgotten").length;
      if (forgotten === 0) throw new Error("nothing was pending");
      return `${service} forgot ${forgotten}`;
    },
  },
];

/** A batch has arrived, and nothing came of it for a while. */
const STUCK_MS = 200;
function isPending(entries: readonly LogEntry[]): boolean {
  const last = entries.filter(({ event }) => event !== "asked").at(-1);
  return last?.event === "arrived" && performance.now() - last.at > STUCK_MS;
}

/** Sets a fault on a lane that has something to send and waits until what the log has since says that it was met. */
async function meet(
  world: World,
  dice: Dice,
  control: Control,
  countMet: (entries: readonly LogEntry[]) => number | false,
): Promise<{ readonly service: string; readonly count: number }> {
  const { ledger } = world;
  const service = await busyLane(world, dice);
  const from = ledger.log.length;
  ledger.control({ ...control, service } as Control);
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const count = countMet(ledger.log.slice(from).filter((entry) => entry.service === service));
    if (count === false) continue;
    void world.recoveries.watch("ledger", (entry) => entry.service === service);
    return { service, count };
  }
  if ("fault" in control) ledger.control({ clear: control.fault, service });
  throw new Error(`no batch of ${service} met it`);
}

import type { World } from "../world.ts";
import type { Fault } from "./fault.ts";

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

/** Faults of the ledger; its log shows whether a batch met them. */
export const LEDGER_FAULTS: readonly Fault[] = [
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

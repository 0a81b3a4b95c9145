import type { Dice } from "../dice.ts";
import { CLOCK_FAULTS } from "./clock.ts";
import type { Fault, Profile } from "./fault.ts";
import { HOLD_FAULTS } from "./holds.ts";
import { LEDGER_FAULTS } from "./ledger.ts";
import { POSTGRES_FAULTS } from "./postgres.ts";
import { REDIS_FAULTS } from "./redis.ts";
import { WORKER_FAULTS } from "./workers.ts";

const FAULTS: readonly Fault[] = [
  ...WORKER_FAULTS,
  ...HOLD_FAULTS,
  ...REDIS_FAULTS,
  ...POSTGRES_FAULTS,
  ...CLOCK_FAULTS,
  ...LEDGER_FAULTS,
];

/** Draws one of the faults of a profile. */
export function drawFault(dice: Dice, profile: Profile): Fault {
  const faults = FAULTS.filter((fault) => profile === "full" || fault.profile !== "full");
  const whole = faults.reduce((sum, { weight }) => sum + weight, 0);
  let left = dice.roll() * whole;
  for (const fault of faults) {
    left -= fault.weight;
    if (left < 0) return fault;
  }
  throw new Error("no fault was drawn");
}

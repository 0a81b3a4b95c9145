import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";

const OFFSETS_S = [600, -90, -3_600, 0] as const;

/** Faults of the first worker's clock. */
export const CLOCK_FAULTS: readonly Fault[] = [
  {
    name: "set a worker's clock",
    code: "F26",
    group: "clock",
    weight: 2,
    inject: async (world, dice) => {
      const offsetS = dice.pick(OFFSETS_S);
      await world.setClock(offsetS);
      await sleep(1_000);
      return `${offsetS} s`;
    },
  },
];

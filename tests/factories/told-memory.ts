import type { Memory } from "../../core/sequencer/duties.ts";

/** A duty's memory without its row. */
export function toldMemory(): Memory {
  let told: ReadonlySet<string> = new Set();
  return {
    recall: () => told,
    keep: async (now) => {
      told = now;
    },
  };
}

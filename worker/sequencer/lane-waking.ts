import type { LoopOf } from "../duties/run-duties.ts";
import type { Loop } from "../repeat.ts";

/** How soon lanes that others had locked are asked for again. */
const AGAIN_MS = 100;
/** How soon the database is asked again after it gave no answer. */
const FAILED_MS = 1_000;

/** Lanes to be woken, which are added as beats are written. `stop`: after one more turn, for what the last beat gave. */
export type LaneWaking = Pick<Loop, "stop"> & { add(laneIds: readonly string[]): void };

/**
 * Wakes lanes beside the beats, which must wait for none of them. `wake` answers with those it could not wake; after others
 * `onWoken` is called. Without lanes it asks the database for nothing.
 */
export function openLaneWaking(
  wake: (laneIds: readonly string[]) => Promise<readonly string[]>,
  onWoken: () => void,
  loop: LoopOf,
): LaneWaking {
  const waiting = new Set<string>();
  let notBeforeMs = 0;
  const turn = async () => {
    if (waiting.size === 0 || performance.now() < notBeforeMs) return;
    const asked = [...waiting];
    waiting.clear();
    const left = await wake(asked).catch((error: unknown) => {
      for (const id of asked) waiting.add(id);
      notBeforeMs = performance.now() + FAILED_MS;
      throw error;
    });
    for (const id of left) waiting.add(id);
    if (left.length < asked.length) onWoken();
  };
  const { now, stop } = loop("positioned", turn, AGAIN_MS);
  return {
    stop: async () => {
      await stop();
      notBeforeMs = 0;
      if (waiting.size > 0) await loop("positioned", turn, AGAIN_MS).stop();
    },
    add: (laneIds) => {
      for (const id of laneIds) waiting.add(id);
      now();
    },
  };
}

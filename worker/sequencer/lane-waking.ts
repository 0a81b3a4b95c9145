import type { LoopOf } from "../duties/run-duties.ts";
import type { Loop } from "../repeat.ts";

/** How soon lanes that others had locked are asked for again. */
const AGAIN_MS = 100;

/** Lanes to be woken, which are added as beats are written. */
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
  const turn = async () => {
    if (waiting.size === 0) return;
    const asked = [...waiting];
    waiting.clear();
    const left = await wake(asked).catch((error: unknown) => {
      for (const id of asked) waiting.add(id);
      throw error;
    });
    for (const id of left) waiting.add(id);
    if (left.length < asked.length) onWoken();
  };
  const { now, stop } = loop("positioned", turn, AGAIN_MS);
  return {
    stop,
    add: (laneIds) => {
      for (const id of laneIds) waiting.add(id);
      now();
    },
  };
}

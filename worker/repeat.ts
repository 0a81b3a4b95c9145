import type { Log } from "../lib/log.ts";

/**
 * A loop that can be hurried and stopped. `stop`: starts no further iteration, and resolves when the current one has
 * ended.
 */
export type Loop = { now(): void; stop(): Promise<void> };

/**
 * Runs `act` after `firstMs`, then every `everyMs`, and at once when asked; never twice at the same time. Errors are logged,
 * and the loop goes on.
 */
export function repeat(
  name: string,
  act: () => Promise<unknown>,
  everyMs: number,
  log: Log,
  firstMs = 0,
): Loop {
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const once = async () => {
    try {
      await act();
    } catch (error) {
      log.warn({ err: error, loop: name }, "a loop iteration failed");
    }
    running = undefined;
    if (stopped) return;
    timer = setTimeout(turn, again ? 0 : everyMs);
    again = false;
  };
  const turn = () => {
    clearTimeout(timer);
    if (stopped) return;
    if (running) again = true;
    else running = once();
  };
  if (firstMs > 0) timer = setTimeout(turn, firstMs);
  else turn();
  return {
    now: turn,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

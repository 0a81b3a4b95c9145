import type { Log } from "../lib/log.ts";

/** A loop that can be hurried and stopped. */
export type Loop = { now(): void; stop(): void };

/** Runs `act` every `everyMs`, and at once when asked; never twice at the same time. Errors are logged and it goes on. */
export function repeat(name: string, act: () => Promise<unknown>, everyMs: number, log: Log): Loop {
  let running = false;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async () => {
    clearTimeout(timer);
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      await act();
    } catch (error) {
      log.warn({ err: error, loop: name }, "a loop's turn failed");
    }
    running = false;
    if (stopped) return;
    timer = setTimeout(() => void turn(), again ? 0 : everyMs);
    again = false;
  };
  void turn();
  return {
    now: () => void turn(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

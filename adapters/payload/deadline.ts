import type { PayloadOptions } from "./options.ts";

/** How long one file may still take. Grows with its size, announced or already received. */
export type Deadline = {
  /** The file is known to have, or already brought, this many bytes. */
  expect(bytes: number): void;
  remainingMs(): number;
};

type Limits = Pick<PayloadOptions, "deadlineBaseMs" | "deadlineBytesPerSecond">;

/** Starts a file's deadline. `nowMs` counts milliseconds from any start, never backwards. */
export function startDeadline(limits: Limits, nowMs: () => number): Deadline {
  const startedMs = nowMs();
  let mostBytes = 0;
  return {
    expect(bytes) {
      mostBytes = Math.max(mostBytes, bytes);
    },
    remainingMs() {
      const allowedMs = limits.deadlineBaseMs + (mostBytes / limits.deadlineBytesPerSecond) * 1_000;
      return startedMs + allowedMs - nowMs();
    },
  };
}

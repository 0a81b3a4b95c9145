import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startDeadline } from "./deadline.ts";
import { SourceFault } from "./fault.ts";
import { startWatch } from "./watch.ts";

const NEVER = { deadlineBaseMs: 60_000, deadlineBytesPerSecond: 1 };
const LIMITS = { idleTimeoutMs: 100, minBytesPerSecond: 100, rateWindowMs: 60_000 };
const ended = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));

function watch(limits = LIMITS, deadline = NEVER, caller = new AbortController().signal) {
  return startWatch(
    limits,
    startDeadline(deadline, () => performance.now()),
    caller,
  );
}

describe("startWatch", () => {
  it("ends a silence", async () => {
    const reason = await ended(watch().signal);
    expect(reason).toBeInstanceOf(SourceFault);
    expect(reason).toMatchObject({ message: "the source sent nothing for 0.1 s" });
  });

  it("does not count the time that is ours", async () => {
    const one = watch();
    one.gave(1);
    await delay(300);
    expect(one.signal.aborted).toBe(false);
    one.stop();
  });

  it("does not blame the source for a process that stood still", async () => {
    const one = watch({ ...LIMITS, idleTimeoutMs: 400 });
    await delay(10);
    const until = performance.now() + 700;
    while (performance.now() < until);
    await delay(30);
    expect(one.signal.aborted).toBe(false);
    one.stop();
  });

  it("ends a drip that is never silent for long", async () => {
    const one = watch({ ...LIMITS, rateWindowMs: 200 });
    const drip = setInterval(() => {
      one.gave(1);
      one.waits();
    }, 10);
    expect(await ended(one.signal)).toMatchObject({ verdict: { code: "source_timeout", isTransient: true } });
    clearInterval(drip);
  });

  it("ends at the deadline", async () => {
    const one = watch(LIMITS, { deadlineBaseMs: 50, deadlineBytesPerSecond: 1 });
    one.gave(1);
    expect(await ended(one.signal)).toMatchObject({
      verdict: { code: "source_timeout", isTransient: false },
    });
  });

  it("passes the caller's reason on, also an earlier one, until it is stopped", () => {
    const controller = new AbortController();
    const [one, two] = [watch(LIMITS, NEVER, controller.signal), watch(LIMITS, NEVER, controller.signal)];
    two.stop();
    controller.abort("stop");
    expect(one.signal.reason).toBe("stop");
    expect(two.signal.aborted).toBe(false);
    expect(watch(LIMITS, NEVER, controller.signal).signal.reason).toBe("stop");
  });
});

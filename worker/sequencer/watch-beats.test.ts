import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "../../lib/log.ts";
import { watchBeats } from "./watch-beats.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("says at error level, once a minute, that there are no beats, or that the worker has not become a node", () => {
  let beatMs: number | undefined;
  const seconds: unknown[] = [];
  const log = { ...createLog("silent", "test"), error: (facts: object) => seconds.push(facts) };
  const watch = watchBeats(() => beatMs, log, { tickMs: 62.5 });
  vi.advanceTimersByTime(35_000);
  expect(seconds).toEqual([]);
  vi.advanceTimersByTime(65_000);
  expect(seconds.splice(0)).toEqual([{ seconds: 40 }, { seconds: 100 }]);
  beatMs = performance.now();
  vi.advanceTimersByTime(35_000);
  expect(seconds).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(seconds.splice(0)).toEqual([{ seconds: 40 }]);
  watch.stop();
  vi.advanceTimersByTime(600_000);
  expect(seconds).toEqual([]);
});

it("waits longer where ticks are long", () => {
  const seconds: unknown[] = [];
  const log = { ...createLog("silent", "test"), error: (facts: object) => seconds.push(facts) };
  const watch = watchBeats(() => undefined, log, { tickMs: 2_000 });
  vi.advanceTimersByTime(60_000);
  expect(seconds).toEqual([]);
  watch.stop();
});

it("says what the store answered instead, as long as that is so", () => {
  const told: unknown[] = [];
  let trouble: Error | undefined = new Error("etcd gave no answer");
  const log = { ...createLog("silent", "test"), error: (facts: object) => told.push(facts) };
  const watch = watchBeats(
    () => undefined,
    log,
    { tickMs: 62.5 },
    () => trouble,
  );
  vi.advanceTimersByTime(40_000);
  expect(told.splice(0)).toEqual([{ seconds: 40, err: trouble }]);
  trouble = undefined;
  vi.advanceTimersByTime(60_000);
  expect(told.splice(0)).toEqual([{ seconds: 100 }]);
  watch.stop();
});

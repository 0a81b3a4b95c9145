import { Writable } from "node:stream";
import pino from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Seldom } from "./seldom.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("warns the first time, and once a minute how often it was", () => {
  const lines: unknown[] = [];
  const keep = new Writable({
    write: (line, _, done) => {
      const { msg, n, times } = JSON.parse(String(line));
      lines.push([msg, n, times]);
      done();
    },
  });
  const seldom = new Seldom(pino(keep));
  for (let n = 1; n <= 1_000; n += 1) seldom.warn({ n }, "no queue");
  seldom.warn({ n: 7 }, "another thing");
  expect(lines).toEqual([
    ["no queue", 1, undefined],
    ["another thing", 7, undefined],
  ]);
  vi.advanceTimersByTime(60_000);
  seldom.warn({ n: 1_001 }, "no queue");
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toEqual([
    ["no queue", 1_000, 999],
    ["no queue", 1_001, 1],
  ]);
  // after a minute without it, it is reported at once again
  vi.advanceTimersByTime(60_000);
  seldom.warn({ n: 1_002 }, "no queue");
  expect(lines.slice(4)).toEqual([["no queue", 1_002, undefined]]);
});

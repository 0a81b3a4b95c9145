import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { canonicalJson } from "./canonical-json.ts";
import { timeAfter, timesBetween } from "./cron.ts";
import { defineTask } from "./define-task.ts";
import { laneKeyOf } from "./lane-key.ts";
import { pauseMsAfter } from "./retry.ts";
import { whyNoWait } from "./spans.ts";
import {
  canMoveTask,
  hasTaskEnded,
  TASK_BEGUN,
  TASK_PERSON_MOVES,
  TASK_STATES,
  TASK_STUCK,
  TASK_WORKED,
  TASK_WORKER_MOVES,
  type TaskState,
} from "./states.ts";
import { whyNoStepName } from "./step-name.ts";
import { NonRetryable, RetryAfter, wishOf } from "./task-errors.ts";

describe("pauses", () => {
  const policy = { maxAttempts: 4, initialMs: 100, factor: 3, maxMs: 500, jitter: false };
  it.each([
    [1, 100],
    [2, 300],
    [3, 500],
    [4, undefined],
  ])("after %i failures %s ms", (failures, ms) => {
    expect(pauseMsAfter(failures, policy, { roll: 0.5 })).toBe(ms);
  });

  it("are between half and all of that with jitter, and what was asked for if something was", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, roll) => {
          const whole = Math.min(60_000, 1_000 * 2 ** (failures - 1));
          const ms = pauseMsAfter(failures, undefined, { roll }) ?? Number.NaN;
          expect(ms).toBeGreaterThanOrEqual(whole / 2);
          expect(ms).toBeLessThanOrEqual(whole);
          expect(pauseMsAfter(failures, undefined, { roll, afterMs: 7 })).toBe(7);
        },
      ),
    );
    expect(pauseMsAfter(5, undefined, { roll: 0, afterMs: 7 })).toBeUndefined();
    const often = { maxAttempts: 2_000, initialMs: 0, factor: 10 };
    expect(pauseMsAfter(1_000, often, { roll: 0.5 })).toBe(0);
  });
});

describe("a definition", () => {
  const schedule = { name: "nightly", cron: "0 3 * * *", timeZone: "UTC", input: {} };
  const define = (options: object) => () =>
    defineTask({ name: "a", input: z.unknown(), run: () => null, ...options });
  it.each([
    [{ name: "A" }, '"A" is no name of a task or schedule'],
    [
      { schedules: [schedule, { ...schedule, cron: "0 4 * * *" }] },
      "The task a has two schedules named nightly.",
    ],
    [{ timeoutMs: 30 * 86_400_000 }, "and not 2592000000."],
    [{ timeoutMs: Number.NaN }, "and not NaN."],
    [{ timeoutMs: 0 }, "and not 0."],
    [{ retry: { maxAttempts: 0 } }, "maxAttempts is 1 or more, and not 0."],
    [{ retry: { maxMs: Number.POSITIVE_INFINITY } }, "and not Infinity."],
    [{ retry: { initialMs: Number.NaN } }, "and not NaN."],
    [{ retry: { factor: -1 } }, "and not -1."],
  ])("%j is refused: %s", (options, message) => {
    expect(define(options)).toThrow(message);
  });

  it.each([
    { timeoutMs: 2 ** 31 - 1 },
    { retry: { maxAttempts: Number.POSITIVE_INFINITY, initialMs: 0, factor: 10 } },
    { schedules: [schedule, { ...schedule, name: "daily" }] },
  ])("%j is one", (options) => {
    expect(define(options)()).toMatchObject(options);
  });
});

it.each([
  ["", "1 to 200"],
  ["x".repeat(201), "1 to 200"],
  ["a\0b", "such as NUL"],
  ["half of \ud83d", "such as NUL"],
  ["event published", "does not begin with"],
  ["sleep 1", "does not begin with"],
  ["waybill: on failure", "does not begin with"],
])("%j is no name of a step: %s", (name, why) => {
  expect(whyNoStepName(name)).toContain(why);
});

it.each(["event", "sleep", "x".repeat(200), "地図 😀"])("%j is a name of a step", (name) => {
  expect(whyNoStepName(name)).toBeUndefined();
});

it.each([
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [10 * 365 * 86_400_000, true],
  [10 * 365 * 86_400_000 + 1, false],
  [0, true],
])("a task waits %f ms: %s", (ms, can) => {
  expect(whyNoWait(ms) === undefined).toBe(can);
});

describe("states", () => {
  it("that have ended are left by nobody but a person, and then only Dead", () => {
    for (const from of TASK_STATES.filter(hasTaskEnded)) {
      expect(TASK_WORKER_MOVES[from]).toEqual([]);
      expect(TASK_PERSON_MOVES[from]).toEqual(from === "Dead" ? ["Accepted", "Cancelled"] : []);
    }
  });

  it("can all be reached, and all that has begun can be ended", () => {
    let reached: readonly TaskState[] = ["Accepted"];
    for (const _ of TASK_STATES) {
      const next = reached.flatMap((from) => [...TASK_WORKER_MOVES[from], ...TASK_PERSON_MOVES[from]]);
      reached = [...new Set([...reached, ...next])];
    }
    expect([...reached].sort()).toEqual([...TASK_STATES].sort());
    for (const from of TASK_BEGUN) expect(canMoveTask(from, "Cancelled", "person")).toBe(true);
    for (const from of TASK_STUCK) expect(canMoveTask(from, "Accepted", "person")).toBe(true);
    for (const from of TASK_WORKED) expect(hasTaskEnded(from)).toBe(false);
  });
});

describe("errors", () => {
  it.each([
    [new Error("x"), { isFinal: false }],
    ["x", { isFinal: false }],
    [new NonRetryable("x"), { isFinal: true }],
    [new RetryAfter(5_000), { isFinal: false, afterMs: 5_000 }],
    [new RetryAfter(-1), { isFinal: false, afterMs: 0 }],
    [new RetryAfter(Number.NaN), { isFinal: false, afterMs: 0 }],
    [new RetryAfter(1e12), { isFinal: false, afterMs: 86_400_000 }],
    // of another copy of the class
    [Object.assign(new Error("x"), { waybill: "non-retryable" }), { isFinal: true }],
  ])("%s asks for %j", (error, wish) => {
    expect(wishOf(error)).toEqual(wish);
  });
});

describe("a key", () => {
  it.each([
    [[], {}, undefined],
    [["a"], { a: "x", b: 1 }, '["x"]'],
    [["b", "a"], { a: "x", b: 1 }, '[1,"x"]'],
  ])("by %j of %j is %s", (properties, input, key) => {
    expect(laneKeyOf(properties, input)).toBe(key);
  });

  it.each([[{}], [{ a: null }], [{ a: {} }], [null], ["a"], [{ a: "x".repeat(1_001) }]])(
    "is not in %j",
    (input) => {
      expect(() => laneKeyOf(["a"], input)).toThrowError(
        expect.objectContaining({ code: "task_input_invalid" }),
      );
    },
  );

  it("of an inherited property is none", () => {
    expect(() => laneKeyOf(["toString"], {})).toThrow("toString");
  });
});

it("a fingerprint does not depend on the order of properties, and on nothing else", () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, each]) => [name, shuffled(each)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(canonicalJson(shuffled(plain))).toBe(canonicalJson(plain));
      expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
    }),
  );
  expect(canonicalJson({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
});

describe("times of a schedule", () => {
  it.each([
    ["0 3 * * *", "UTC", "2026-11-30T02:59:59Z", "2026-11-30T03:00:00.000Z"],
    // strictly after
    ["0 3 * * *", "UTC", "2026-11-30T03:00:00Z", "2026-12-01T03:00:00.000Z"],
    ["0 3 * * *", "Europe/Berlin", "2026-11-30T00:00:00Z", "2026-11-30T02:00:00.000Z"],
    ["0 3 * * *", "Europe/Berlin", "2026-07-30T00:00:00Z", "2026-07-30T01:00:00.000Z"],
    ["0 0 1 * *", "America/New_York", "2026-11-30T00:00:00Z", "2026-12-01T05:00:00.000Z"],
    ["*/15 * * * *", "Asia/Kathmandu", "2026-11-30T00:01:00Z", "2026-11-30T00:15:00.000Z"],
    ["30 */2 * * * *", "UTC", "2026-11-30T00:00:31Z", "2026-11-30T00:02:30.000Z"],
  ])("%s in %s after %s is %s", (cron, timeZone, after, next) => {
    expect(timeAfter({ cron, timeZone }, new Date(after)).toISOString()).toBe(next);
  });

  it("between two are the latest of them, and the one that follows", () => {
    const schedule = { cron: "0 * * * *", timeZone: "UTC" };
    const after = new Date("2026-11-30T00:00:00Z");
    const until = new Date("2026-11-30T05:00:00Z");
    const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(11, 13));
    const all = timesBetween(schedule, { after, until, most: 9 });
    expect([iso(all.due), iso([all.next])]).toEqual([["01", "02", "03", "04", "05"], ["06"]]);
    expect(iso(timesBetween(schedule, { after, until, most: 2 }).due)).toEqual(["04", "05"]);
    expect(timesBetween(schedule, { after, until: after, most: 2 }).due).toEqual([]);
  });

  it.each([
    // clocks go back at 01:00 UTC: 02:30 comes twice and counts once; an hour's schedule counts both
    ["30 2 * * *", "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z", ["25T00:30", "26T01:30"]],
    ["30 2 * * *", "2026-10-25T00:30:00Z", "2026-10-25T23:00:00Z", []],
    ["0,30 2 * * *", "2026-10-24T12:00:00Z", "2026-10-25T23:00:00Z", ["25T00:00", "25T00:30"]],
    [
      "*/30 * * * *",
      "2026-10-25T00:00:00Z",
      "2026-10-25T02:00:00Z",
      ["25T00:30", "25T01:00", "25T01:30", "25T02:00"],
    ],
    // clocks go forward at 01:00 UTC: 02:30 does not come, and is done at 03:30
    ["30 2 * * *", "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", ["29T01:30", "30T00:30"]],
    ["*/30 * * * *", "2026-03-29T00:00:00Z", "2026-03-29T01:30:00Z", ["29T00:30", "29T01:00", "29T01:30"]],
  ])("of %s in Berlin from %s to %s are %j, wherever one looks back from", (cron, from, to, expected) => {
    const schedule = { cron, timeZone: "Europe/Berlin" };
    const [after, end] = [new Date(from), new Date(to)];
    const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(8, 16));
    expect(iso(timesBetween(schedule, { after, until: end, most: 100 }).due)).toEqual(expected);
    for (let until = after; until <= end; until = new Date(until.getTime() + 1_800_000)) {
      const all = timesBetween(schedule, { after, until, most: 100 });
      const latest = timesBetween(schedule, { after, until, most: 1 });
      expect([until, iso(latest.due), latest.next]).toEqual([until, iso(all.due).slice(-1), all.next]);
    }
  });

  it("of a second, after a year in which nobody has looked, are found without passing them all", () => {
    const until = new Date("2026-11-30T00:00:00Z");
    const second = { cron: "* * * * * *", timeZone: "Europe/Berlin" };
    const began = performance.now();
    const { due, next } = timesBetween(second, { after: new Date("2025-11-30T00:00:00Z"), until, most: 100 });
    // 31,536,000 times would take half an hour
    expect(performance.now() - began).toBeLessThan(5_000);
    expect([due.length, due[0], due.at(-1), next]).toEqual([
      100,
      new Date("2026-11-29T23:58:21Z"),
      until,
      new Date("2026-11-30T00:00:01Z"),
    ]);
  });

  it.each([
    ["every day", "UTC"],
    ["0 3 * * *", "Nowhere/Else"],
    ["61 * * * *", "UTC"],
  ])("%s in %s is none", (cron, timeZone) => {
    expect(() => timeAfter({ cron, timeZone }, new Date(0))).toThrow();
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { gatherCalls } from "./gather-calls.ts";

describe("gatherCalls", () => {
  it("makes calls of one moment together, and those that come meanwhile, in their order", async () => {
    const groups: number[][] = [];
    const double = gatherCalls(async (asks: readonly number[]) => {
      groups.push([...asks]);
      await sleep(5);
      return asks.map((ask) => ask * 2);
    });
    const first = [1, 2].map(double);
    await sleep(2);
    const second = [3, 4, 5].map(double);
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
    expect(await double(6)).toBe(12);
    expect(groups).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  it("makes at most so many at a time, and only those that are alike", async () => {
    const groups: string[][] = [];
    const work = gatherCalls(
      async (asks: readonly string[]) => {
        groups.push([...asks]);
        return asks;
      },
      { most: 2, alike: (ask) => ask.charAt(0) },
    );
    const asks = ["a1", "b1", "a2", "a3", "b2"];
    expect(await Promise.all(asks.map(work))).toEqual(asks);
    expect(groups).toEqual([["a1", "a2"], ["b1", "b2"], ["a3"]]);
  });

  it("never makes two calls about the same thing together", async () => {
    const groups: string[][] = [];
    const work = gatherCalls(
      async (asks: readonly string[]) => {
        groups.push([...asks]);
        return asks;
      },
      { about: (ask) => ask.charAt(0) },
    );
    const asks = ["a1", "b1", "a2", "c1", "a3"];
    expect(await Promise.all(asks.map(work))).toEqual(asks);
    expect(groups).toEqual([["a1", "b1", "c1"], ["a2"], ["a3"]]);
  });

  it("goes on with what a group's answer leads to", async () => {
    const sizes: number[] = [];
    const one = gatherCalls(async (asks: readonly number[]) => {
      sizes.push(asks.length);
      return asks;
    });
    await Promise.all([1, 2, 3].map(async (ask) => one(await one(ask))));
    expect(sizes).toEqual([3, 3]);
  });

  it("begins a group no sooner after the last one than it is told, and the first at once", async () => {
    const starts: number[] = [];
    const work = gatherCalls(
      async (asks: readonly number[]) => {
        starts.push(performance.now());
        return asks;
      },
      { apartMs: 60 },
    );
    const asked = performance.now();
    for (const ask of [1, 2, 3]) await work(ask);
    const [first = 0, second = 0, third = 0] = starts;
    expect(second).toBeGreaterThan(first);
    expect(first - asked).toBeLessThan(55);
    // timers may be a millisecond early
    expect(third - asked).toBeGreaterThanOrEqual(118);
  });

  it("lets so many groups follow each other at once after a rest, and no more", async () => {
    const starts: number[] = [];
    const work = gatherCalls(
      async (asks: readonly number[]) => {
        starts.push(performance.now());
        return asks;
      },
      { apartMs: 200, burst: 2 },
    );
    const asked = performance.now();
    for (const ask of [1, 2, 3, 4]) await work(ask);
    // the fourth would be due 600 ms after the first, two spans of 200 ms early
    expect((starts[2] ?? 0) - asked).toBeLessThan(190);
    expect((starts[3] ?? 0) - asked).toBeGreaterThanOrEqual(198);
  });

  it("gives an error to its own group only", async () => {
    const work = gatherCalls(async (asks: readonly number[]) => {
      await sleep(5);
      if (asks.includes(2)) throw new Error("two");
      return asks;
    });
    const first = work(1);
    await sleep(2);
    const [one, two, three] = await Promise.allSettled([first, work(2), work(3)]);
    expect(one).toEqual({ status: "fulfilled", value: 1 });
    expect(two).toMatchObject({ status: "rejected", reason: { message: "two" } });
    expect(three).toMatchObject({ status: "rejected" });
    expect(await work(5)).toBe(5);
  });

  it("refuses answers that do not match what was asked", async () => {
    await expect(gatherCalls(async () => [])(1)).rejects.toThrow("different count");
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { gatherCalls } from "./gather-calls.ts";

describe("gatherCalls", () => {
  it("answers one alone at once, and those who come meanwhile together, in their order", async () => {
    const groups: number[][] = [];
    const double = gatherCalls(async (asks: readonly number[]) => {
      groups.push([...asks]);
      await sleep(5);
      return asks.map((ask) => ask * 2);
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(groups).toEqual([[1], [2, 3], [4]]);
  });

  it("gives an error to its own group only", async () => {
    const work = gatherCalls(async (asks: readonly number[]) => {
      await sleep(5);
      if (asks.includes(2)) throw new Error("two");
      return asks;
    });
    const [one, two, three] = await Promise.allSettled([work(1), work(2), work(3)]);
    expect(one).toEqual({ status: "fulfilled", value: 1 });
    expect(two).toMatchObject({ status: "rejected", reason: { message: "two" } });
    expect(three).toMatchObject({ status: "rejected" });
    expect(await work(5)).toBe(5);
  });

  it("refuses answers that do not match what was asked", async () => {
    await expect(gatherCalls(async () => [])(1)).rejects.toThrow("different count");
  });
});

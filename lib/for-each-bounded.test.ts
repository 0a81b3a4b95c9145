import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { forEachBounded } from "./for-each-bounded.ts";

const numbers = (most: number) => Array.from({ length: most }, (_, at) => at);

describe("forEachBounded", () => {
  it("has at most so many under way, and does all of them", async () => {
    const done: number[] = [];
    let [running, most] = [0, 0];
    await forEachBounded(numbers(20), 3, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      done.push(item);
    });
    expect([most, done.sort((a, b) => a - b)]).toEqual([3, numbers(20)]);
  });

  it("begins nothing after the first error, waits for what is under way, and lets go of the list", async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    let isClosed = false;
    const list = async function* () {
      try {
        yield* numbers(100);
      } finally {
        isClosed = true;
      }
    };
    const work = async (item: number) => {
      begun.push(item);
      if (item === 1) throw new Error("the second one");
      await sleep(20);
      ended.push(item);
    };
    await expect(forEachBounded(list(), 3, work)).rejects.toThrow("the second one");
    expect([begun, ended, isClosed]).toEqual([[0, 1, 2], [0, 2], true]);
  });

  it("throws what the list throws", async () => {
    const list = async function* () {
      yield 1;
      throw new Error("no more");
    };
    await expect(forEachBounded(list(), 2, async () => undefined)).rejects.toThrow("no more");
  });
});

import { describe, expect, it } from "vitest";
import { Attempts } from "./attempts.ts";

describe("Attempts", () => {
  it("lets the first ones through and then names the rest of the window", () => {
    const attempts = new Attempts(3, 1000);
    expect([0, 100, 200].map((nowMs) => attempts.take("ada", nowMs))).toEqual([0, 0, 0]);
    expect(attempts.take("ada", 300)).toBe(700);
    expect(attempts.take("ada", 999)).toBe(1);
    expect([1000, 1001, 1002, 1003].map((nowMs) => attempts.take("ada", nowMs))).toEqual([0, 0, 0, 997]);
  });

  it("counts each name for itself", () => {
    const attempts = new Attempts(1, 1000);
    expect([attempts.take("ada", 0), attempts.take("bob", 0), attempts.take("ada", 0)]).toEqual([0, 0, 1000]);
  });

  it("takes back a try that was right, and no others", () => {
    const attempts = new Attempts(2, 1000);
    for (const nowMs of [0, 1]) attempts.take("ada", nowMs);
    attempts.giveBack("ada");
    attempts.giveBack("bob");
    expect([2, 3].map((nowMs) => attempts.take("ada", nowMs))).toEqual([0, 997]);
  });

  it("takes back no more than there were", () => {
    const attempts = new Attempts(1, 1000);
    attempts.take("ada", 0);
    for (let times = 0; times < 2; times += 1) attempts.giveBack("ada");
    expect([1, 2].map((nowMs) => attempts.take("ada", nowMs))).toEqual([0, 998]);
  });

  it("lets 1,000 tries from 1,000 addresses through 10 times only", () => {
    const attempts = new Attempts(10, 300_000);
    const waits = Array.from({ length: 1000 }, (_, nowMs) => attempts.take("admin@example.org", nowMs));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10);
  });

  it("keeps a name that is tried again and again, however many others come", () => {
    const attempts = new Attempts(1, 1_000_000);
    const waits = Array.from({ length: 20_001 }, (_, n) => {
      attempts.take(`name-${n}`, n);
      return attempts.take("ada", n);
    });
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(1);
  });

  it("keeps the newest 10,000 names", () => {
    const attempts = new Attempts(1, 1_000_000);
    for (let n = 0; n < 10_001; n += 1) attempts.take(`name-${n}`, n);
    expect(attempts.take("name-10000", 20_000)).toBeGreaterThan(0);
    expect(attempts.take("name-0", 20_000)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { admit, gateOpen, type Space } from "./admission.ts";

const space = (runningBytes: number, facts: Partial<Space> = {}): Space => ({
  quotaBytes: 1000,
  freeBytes: 10_000,
  runningBytes,
  promisedBytes: 0,
  isIdle: runningBytes === 0,
  yieldingBytes: 0,
  open: true,
  ...facts,
});

describe("working storage", () => {
  it.each([
    [690, true, true],
    [690, false, true],
    [700, true, true],
    [700, false, false],
    [800, true, true],
    [800, false, false],
    [801, true, false],
    [1200, true, false],
  ])("%i of 1000 taken by running jobs, open before: %s, is open: %s", (used, before, after) => {
    expect(gateOpen(space(used, { open: before }))).toBe(after);
  });

  it.each<[number, number, Partial<Space>, "admit" | "wait" | "never"]>([
    [0, 1000, {}, "admit"],
    [0, 1001, {}, "never"],
    [500, 500, {}, "admit"],
    [500, 501, {}, "wait"],
    [900, 1, {}, "wait"],
    [750, 1, { open: false }, "wait"],
    [0, 600, { freeBytes: 599 }, "wait"],
    [0, 0, { freeBytes: 0 }, "admit"],
    // nothing runs: what is kept stops nobody
    [0, 1000, { yieldingBytes: 5000, open: false }, "admit"],
    [0, 10, { yieldingBytes: 990, open: false }, "admit"],
    // something runs: folders that give way are waited for, and what is promised on the disk is not given twice
    [100, 10, { yieldingBytes: 890 }, "admit"],
    [100, 11, { yieldingBytes: 890 }, "wait"],
    [400, 300, { freeBytes: 500, promisedBytes: 200 }, "admit"],
    [400, 301, { freeBytes: 500, promisedBytes: 200 }, "wait"],
    [400, 1, { freeBytes: 100, promisedBytes: 200 }, "wait"],
  ])("with %i running a job that needs %i and %j: %s", (running, need, facts, kind) => {
    expect(admit(space(running, facts), need).kind).toBe(kind);
  });

  it.each<[number, number, Partial<Space>, number | undefined]>([
    [0, 600, { freeBytes: 400 }, 200],
    [100, 60, { yieldingBytes: 860 }, 20],
    [100, 900, { yieldingBytes: 860 }, 860],
    // 950 would not fit beside the 100 that run, whatever gives way
    [100, 950, { yieldingBytes: 860 }, undefined],
    [900, 1, { yieldingBytes: 50 }, undefined],
  ])("with %i running and %i needed at %j folders give way for %s", (running, need, facts, want) => {
    const answer = admit(space(running, facts), need);
    expect(answer).toMatchObject({ kind: "wait" });
    expect("wantBytes" in answer ? answer.wantBytes : undefined).toBe(want);
  });

  it("says what is full and what is needed", () => {
    expect(admit(space(900_000, { quotaBytes: 1_000_000, freeBytes: 5_000_000 }), 10)).toEqual({
      kind: "wait",
      why: "Running jobs take 90 % of working storage (900.0 kB of 1.0 MB); others start once it is below 70 %.",
    });
    expect(admit(space(0, { freeBytes: 1 }), 10)).toMatchObject({
      why: "This job needs 10 B of working storage; the disk has 1 B left for it.",
    });
    expect(admit(space(100, { yieldingBytes: 860 }), 60)).toMatchObject({
      why: "This job needs 60 B of working storage; 40 B are free.",
    });
    expect(admit(space(100, { yieldingBytes: 1000 }), 60)).toMatchObject({
      why: "This job needs 60 B of working storage; 0 B are free.",
    });
  });
});

import { describe, expect, it } from "vitest";
import { admit, gateOpen, type Space } from "./admission.ts";

const space = (usedBytes: number, facts: Partial<Space> = {}): Space => ({
  quotaBytes: 1000,
  usedBytes,
  freeBytes: 10_000,
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
  ])("%i of 1000 used, open before: %s, is open: %s", (used, before, after) => {
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
  ])("with %i used a job that needs %i and %j: %s", (used, need, facts, kind) => {
    expect(admit(space(used, facts), need).kind).toBe(kind);
  });

  it("says what is full and what is needed", () => {
    expect(admit(space(900_000, { quotaBytes: 1_000_000 }), 10)).toEqual({
      kind: "wait",
      why: "Working storage is 90 % full (900.0 kB of 1.0 MB); jobs go on when it is below 70 %.",
    });
  });
});

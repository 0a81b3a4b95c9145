import { describe, expect, it } from "vitest";
import { pauseMs, pollMs } from "./pace.ts";
import { LaneSettings, readLaneSettings } from "./settings.ts";

const settings = LaneSettings.parse({});

describe("pauses", () => {
  it("between tries are 250 ms and 500 ms more each, 20.25 s in all before the tenth", () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => pauseMs(settings, tries, { roll: 0 }));
    expect(all).toEqual([250, 750, 1250, 1750, 2250, 2750, 3250, 3750, 4250]);
    expect(all.reduce((sum, ms) => sum + ms)).toBe(20_250);
    expect(pauseMs(settings, 1, { roll: 1 })).toBe(300);
  });

  it("between questions double from 50 ms to 2 s", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map((checks) => pollMs(settings, checks))).toEqual([
      50, 100, 200, 400, 800, 1600, 2000, 2000,
    ]);
  });

  it("are scaled with all other times, but for counts", () => {
    expect(readLaneSettings({ tries: 3, graceMs: 1000 }, 0.1)).toMatchObject({
      tries: 3,
      graceMs: 100,
      graceAnswers: 3,
      delayWindowMs: 1500,
      retryAfterMostMs: 30_000,
      pollFirstMs: 5,
    });
  });
});

import { describe, expect, it } from "vitest";
import { clockTime, duration, exact, relative, toldIn, zoneName } from "./time.model.ts";

const NOW = Date.UTC(2026, 10, 27, 12, 0, 0);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("duration", () => {
  it.each([
    [-5, "under 0.1 s"],
    [0, "under 0.1 s"],
    [99, "under 0.1 s"],
    [100, "0.1 s"],
    [432, "0.4 s"],
    [9_949, "9.9 s"],
    [10_400, "10 s"],
    [59_600, "1 min"],
    [80 * SECOND, "1 min 20 s"],
    [HOUR + 59 * SECOND, "1 h"],
    [HOUR + 61 * SECOND, "1 h 1 min"],
    [2 * DAY + 3 * HOUR + 59 * MINUTE, "2 d 3 h"],
  ])("shows %i ms as %s", (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});

describe("relative", () => {
  it.each([
    [0, "just now"],
    [-9 * SECOND, "just now"],
    [-10 * SECOND, "10 s ago"],
    [-4 * MINUTE - 59 * SECOND, "4 min ago"],
    [-3 * HOUR, "3 h ago"],
    [-29 * DAY, "29 d ago"],
    [-30 * DAY, "28 Oct 2026"],
    [90 * MINUTE, "in 1 h"],
    [2 * DAY, "in 2 d"],
  ])("shows %i ms from now as %s", (offset, words) => {
    expect(relative(NOW + offset, NOW, "UTC")).toBe(words);
  });
});

describe("exact", () => {
  it("says the offset of UTC", () => {
    expect(exact(NOW, "UTC")).toBe("27 Nov 2026, 12:00:00 UTC");
  });
  it("says the viewer's offset, odd ones too", () => {
    expect(exact(NOW, "Asia/Kathmandu")).toBe("27 Nov 2026, 17:45:00 UTC+05:45");
    expect(clockTime(NOW, "Asia/Kathmandu")).toBe("17:45");
    expect(zoneName(NOW, "Asia/Kathmandu")).toBe("UTC+05:45");
  });
});

describe("toldIn", () => {
  const AT = Date.UTC(2026, 10, 27, 18, 40, 0);
  it.each([
    ["the same day there", Date.UTC(2026, 10, 27, 18, 39), "Asia/Kathmandu", "00:24"],
    ["the day before there", Date.UTC(2026, 10, 27, 17, 39), "Asia/Kathmandu", "27 Nov 2026, 23:24"],
    ["another day", Date.UTC(2026, 11, 1), "Europe/Berlin", "1 Dec 2026, 01:00"],
  ])("tells %s", (_, atMs, zone, told) => {
    expect(toldIn(atMs, AT, zone)).toBe(told);
  });
});

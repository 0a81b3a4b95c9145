import { expect, it } from "vitest";
import { untilIso } from "./until.model.ts";

// The tests run in Asia/Kathmandu, 5:45 ahead of UTC.
it.each([
  ["2026-01-31T14:30", "utc", "2026-01-31T14:30:00.000Z"],
  ["2026-01-31T14:30", "viewer", "2026-01-31T08:45:00.000Z"],
  ["2026-01-31T14:30:20", "utc", "2026-01-31T14:30:20.000Z"],
  ["", "utc", undefined],
  ["tomorrow", "viewer", undefined],
] as const)("%s in the zone %s is %s", (value, zone, iso) => {
  expect(untilIso(value, zone)).toBe(iso);
});

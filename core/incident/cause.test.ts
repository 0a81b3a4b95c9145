import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JOB_STATES } from "../job/states.ts";
import { type Cause, causeKey, readCause } from "./cause.ts";

const CASES: readonly (readonly [string, Cause | undefined])[] = [
  [
    "source_timeout.Downloading.example.org",
    { code: "source_timeout", stage: "Downloading", host: "example.org" },
  ],
  ["disk_full.Processing.", { code: "disk_full", stage: "Processing", host: null }],
  ["manifest_invalid..", { code: "manifest_invalid", stage: null, host: null }],
  [
    "source_unreachable.Downloading.[::1]",
    { code: "source_unreachable", stage: "Downloading", host: "[::1]" },
  ],
  ["source_timeout.Downloading", undefined],
  ["source_timeout", undefined],
  ["", undefined],
  ["source_timeout.Nowhere.example.org", undefined],
  [`source_timeout.Downloading.${"a".repeat(400)}`, undefined],
];

describe("an incident's key", () => {
  it.each(CASES)("%s", (key, cause) => {
    expect(readCause(key)).toEqual(cause);
    if (cause) expect(causeKey(cause)).toBe(key);
  });

  it("leaves out what is too long for the name of a host, however long", () => {
    const cause = { code: "source_timeout", stage: "Downloading" } as const;
    const longest = "a".repeat(253);
    expect(causeKey({ ...cause, host: longest })).toBe(`source_timeout.Downloading.${longest}`);
    for (const length of [254, 4_041])
      expect(causeKey({ ...cause, host: "a".repeat(length) })).toBe("source_timeout.Downloading.");
  });

  it("names one cause, whatever code, stage and host", () => {
    const causes = fc.record({
      code: fc.stringMatching(/^[a-z_]{1,40}$/),
      stage: fc.constantFrom(null, ...JOB_STATES),
      host: fc.option(fc.domain()),
    });
    fc.assert(
      fc.property(causes, (cause) => {
        expect(readCause(causeKey(cause))).toEqual(cause);
      }),
    );
  });
});

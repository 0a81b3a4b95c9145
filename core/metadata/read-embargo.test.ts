import { describe, expect, it } from "vitest";
import { readEmbargo } from "./read-embargo.ts";

describe("readEmbargo", () => {
  it.each([
    ["", "mrt-embargo.txt: The embargo cannot be read: it has no line embargoEndDate:."],
    [
      "embargoEndDate: soon",
      'mrt-embargo.txt, line 1: The embargo cannot be read: "soon" is neither none nor a time like 2030-01-31T00:00:00Z.',
    ],
  ])("says of %j what is wrong, and what to write", (text, words) => {
    const hint = " Write embargoEndDate: and none or a time in ISO 8601.";
    expect(() => readEmbargo(text)).toThrow(expect.objectContaining({ message: `${words}${hint}` }));
  });

  it.each([
    ["embargoEndDate: none", null],
    ["EMBARGOENDDATE:NONE\n", null],
    ["embargoEndDate: 2030-01-31T00:00:00Z", "2030-01-31T00:00:00.000Z"],
    ["# until the book is out\nembargoEndDate:\t2030-01-31t12:30:00.25+05:45", "2030-01-31T06:45:00.250Z"],
    ["embargoEndDate: 2030-01-31T00:00:00.1239-00:30", "2030-01-31T00:30:00.123Z"],
    ["embargoEndDate: 2030-01-31T23:00:00", "2030-01-31T23:00:00.000Z"],
    ["embargoEndDate: 2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ])("reads %j", (text, expected) => {
    expect(readEmbargo(text)?.toISOString() ?? null).toBe(expected);
  });

  it.each([
    ["", 0],
    ["embargo: none", 0],
    ["embargoEndDate:", 1],
    ["embargoEndDate: soon", 1],
    ["embargoEndDate: 2030-01-31", 1],
    ["embargoEndDate: 2030-02-30T00:00:00Z", 1],
    ["embargoEndDate: 2027-02-29T00:00:00Z", 1],
    ["embargoEndDate: 2030-13-01T00:00:00Z", 1],
    ["embargoEndDate: 2030-01-31T25:00:00Z", 1],
    ["embargoEndDate: 2030-01-31T00:00:00+99:99", 1],
    ["x\nembargoEndDate: none, or later", 2],
    ["embargoEndDate: not none", 1],
    ["embargoEndDate: 12030-01-31T00:00:00Z", 1],
    ["embargoEndDate: 2030-01-31T00:00:00Z, or later", 1],
    ["embargoEndDate: none\nembargoEndDate: 2030-01-31T00:00:00Z", 2],
  ])("refuses %j", (text, line) => {
    expect(() => readEmbargo(text)).toThrow(
      expect.objectContaining({ code: "embargo_invalid", problems: [expect.objectContaining({ line })] }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOf, readOrdinalCursor, readTimeCursor, writeTimeCursor } from "./page.ts";

describe("time cursors", () => {
  it("come back as they were written", () => {
    const cursor = { at: new Date("2026-01-31T14:32:05.123Z"), id: "bid-1~17" };
    expect(readTimeCursor(writeTimeCursor(cursor))).toEqual(cursor);
  });

  it.each([
    undefined,
    "",
    "x",
    "_",
    "1_",
    "_bid",
    "-1_bid",
    "1.5_bid",
    "NaN_bid",
    "99999999999999_bid",
    "1_a b",
    "1_a\0b",
    "1_ä",
    `1_${"a".repeat(81)}`,
  ])("%j is none", (text) => {
    expect(readTimeCursor(text)).toBeUndefined();
  });

  it("of any text are a valid time or none", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cursor = readTimeCursor(text);
        return cursor === undefined || !Number.isNaN(cursor.at.getTime());
      }),
    );
  });
});

describe("ordinal cursors", () => {
  it.each([
    ["17", 17],
    ["0", 0],
    ["9999999999", 2_147_483_647],
    ["99999999999", 0],
    ["-1", 0],
    ["1e3", 0],
    ["1; DROP TABLE job", 0],
    [undefined, 0],
  ])("%j reads as %i", (text, ordinal) => {
    expect(readOrdinalCursor(text)).toBe(ordinal);
  });
});

describe("pageOf", () => {
  const show = (n: number) => n * 10;
  it.each([
    [[], 2, { items: [], next: null }],
    [[1], 2, { items: [10], next: null }],
    [[1, 2], 2, { items: [10, 20], next: null }],
    [[1, 2, 3], 2, { items: [10, 20], next: "2" }],
  ])("of %j cut at %i", (rows, limit, page) => {
    expect(pageOf(rows, limit, String, show)).toEqual(page);
  });
});

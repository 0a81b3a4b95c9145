import { describe, expect, it } from "vitest";
import { clean, isGiven, joined } from "./clean.ts";

describe("clean", () => {
  it.each([
    ["  a \r\n\t b\u0000c\u00a0 ", "a b c"],
    ["x".repeat(3_500), "x".repeat(3_500)],
    [`${"x".repeat(3_499)} y`, "x".repeat(3_499)],
    [`${"x".repeat(3_499)}\u{1f600}`, "x".repeat(3_499)],
    [`${"x".repeat(3_498)}\u{1f600}y`, `${"x".repeat(3_498)}\u{1f600}`],
    // the cut leaves the white space before it
    [`${"x".repeat(3_498)} \u{1f600}`, "x".repeat(3_498)],
  ])("%j", (text, value) => {
    expect(clean(text)).toBe(value);
  });
});

it.each([
  ["a", true],
  ["(:unkn)", true],
  ["", false],
  [" \n", false],
  [" (:unas) ", false],
  [null, false],
  [undefined, false],
])("%j is given: %s", (value, isIt) => {
  expect(isGiven(value)).toBe(isIt);
});

it("joined parts values by semicolons, and is cut like one", () => {
  expect(joined([" a", "(:unas)", "", "b\n"])).toBe("a; b");
  expect(joined(["x".repeat(3_499), "y"])).toBe(`${"x".repeat(3_499)};`);
  expect([joined([]), joined(["(:unas)"])]).toEqual([undefined, undefined]);
});

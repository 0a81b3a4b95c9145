import fc from "fast-check";
import { expect, test } from "vitest";
import { neutralCell } from "./cell.ts";

test.each([
  ["plain", "plain"],
  ["a-b=c@d", "a-b=c@d"],
  ["", ""],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\nx", "'\nx"],
  [" =1", "' =1"],
  ["\u00A0\u200B=1", "'\u00A0\u200B=1"],
  ["\uFEFF=1", "'\uFEFF=1"],
  ["\uFF1D1", "'\uFF1D1"],
  ["\uFF0B1", "'\uFF0B1"],
  ["\uFF0D1", "'\uFF0D1"],
  ["\uFF20A", "'\uFF20A"],
  ["\uFE661", "'\uFE661"],
  ["\u207A1", "'\u207A1"],
  ["\u22121", "'\u22121"],
  ["a\u0000b", "a\uFFFDb"],
  ["\u0000=1", "\uFFFD=1"],
  ["tab\tin the middle", "tab\tin the middle"],
])("%j becomes %j", (text, cell) => {
  expect(neutralCell(text)).toBe(cell);
});

test("no cell starts a formula, also after compatibility folding and leading white space", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(neutralCell(text).normalize("NFKC").trimStart()).not.toMatch(/^[=+\-@\u2212]/);
      expect(neutralCell(text)).not.toMatch(/^[\t\r\n]/);
    }),
    { numRuns: 2_000 },
  );
});

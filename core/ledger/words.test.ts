import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptWords } from "./words.ts";

describe("keptWords", () => {
  it.each([
    ["no such key", "no such key"],
    ["  a\r\nb\tc  ", "a b c"],
    ["a\u0000b\u001b[31mc\u007f", "ab[31mc"],
    ["left\u202Eright\u200Bend", "leftrightend"],
    ["\ud800lone", "lone"],
    ["", ""],
  ])("keeps %j", (text, kept) => {
    expect(keptWords(text)).toBe(kept);
  });

  it.each(["x", "😀"])("cuts after 1,000 of %s", (one) => {
    expect(keptWords(one.repeat(1_000))).toBe(one.repeat(1_000));
    for (const count of [1_001, 1_002, 5_000])
      expect(keptWords(one.repeat(count))).toBe(`${one.repeat(999)}…`);
  });

  it("hides secrets, but no value too short to be one", () => {
    expect(keptWords("token abcd of abcd, yes", ["abcd", "yes", ""])).toBe("token *** of ***, yes");
  });

  it("never keeps more than 1,000 characters, nor any that steer a terminal", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
        const kept = keptWords(text);
        expect([...kept].length).toBeLessThanOrEqual(1_000);
        expect(kept).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });
});

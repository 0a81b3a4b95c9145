import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nfc } from "./nfc.ts";

/** An acute accent above and a dot below: in NFC the dot comes first. */
const [ABOVE, BELOW] = ["\u0301", "\u0323"];

describe("nfc", () => {
  it.each([
    ["e\u0301", "\u00e9"],
    [`q${ABOVE}${BELOW}`, `q${BELOW}${ABOVE}`],
    ["\u1112\u1161\u11ab", "\ud55c"],
    ["plain", "plain"],
  ])("%j becomes %j", (text, expected) => {
    expect(nfc(text)).toBe(expected);
  });

  it("is what Unicode says for every text without a run of more than 64 marks", () => {
    const part = fc.constantFrom("a", "e", "q", "\u1112", "\u1161", "\u11ab", ABOVE, BELOW, "/", "\u{1f600}");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 64 }), (parts) => {
        expect(nfc(parts.join(""))).toBe(parts.join("").normalize("NFC"));
      }),
    );
  });

  it("puts a longer run in order 64 at a time, and loses nothing of it", () => {
    const long = `q${`${ABOVE}${BELOW}`.repeat(40)}e${ABOVE}`;
    expect(nfc(long)).toBe(
      `q${BELOW.repeat(32)}${ABOVE.repeat(32)}${BELOW.repeat(8)}${ABOVE.repeat(8)}\u00e9`,
    );
  });
});

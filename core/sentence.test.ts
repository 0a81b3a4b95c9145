import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sentence } from "./contracts/sentence.ts";
import { ended, inARow, tell, textOf } from "./sentence.ts";
import { clock, minute } from "./time-words.ts";

const AT = new Date("2026-01-31T14:32:05Z");
const MINUTE = { at: "2026-01-31T14:32:05.000Z", text: "2026-01-31 14:32 UTC" };

describe("a sentence", () => {
  it.each<[string, Sentence, Sentence]>([
    ["nothing", tell``, []],
    ["words and numbers", tell`Try ${2} of ${"10"}.`, ["Try 2 of 10."]],
    ["a moment", tell`Held since ${minute(AT)}.`, ["Held since ", MINUTE, "."]],
    ["nothing but a moment", tell`${minute(AT)}`, [MINUTE]],
    ["a sentence in it", tell`So: ${tell`held since ${minute(AT)}`}.`, ["So: held since ", MINUTE, "."]],
    [
      "what a person typed, which stays words",
      tell`Held since ${minute(AT)}: ${"back at 14:00 UTC."}`,
      ["Held since ", MINUTE, ": back at 14:00 UTC."],
    ],
    ["several in a row", inARow("", tell`At ${minute(AT)}.`, "", "Then."), ["At ", MINUTE, ". Then."]],
    ["none in a row", inARow("", []), []],
  ])("is made of %s", (_, sentence, pieces) => {
    expect(sentence).toEqual(pieces);
  });

  it("is the same as text and in pieces, whatever is typed in it", () => {
    const typed = fc.oneof(fc.string(), fc.constantFrom("14:00 UTC", "2026-01-31 14:00 UTC", ""));
    const moments = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2099-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(typed, typed, moments, moments, (by, reason, from, now) => {
        const [second, exact] = [clock(from, now), minute(now)];
        const sentence = inARow(tell`${by}, ${second}: ${reason}`, reason, tell`${by}${exact}`);
        const told = [`${by}, ${second.text}: ${reason}`, reason, `${by}${exact.text}`];
        expect(textOf(sentence)).toBe(told.filter((text) => text !== "").join(" "));
        expect(sentence.filter((piece) => typeof piece !== "string")).toEqual([second, exact]);
        // two moments part the words in three at most
        expect(sentence.length).toBeLessThanOrEqual(5);
        expect(sentence).not.toContain("");
        expect(second.text.endsWith(`${from.toISOString().slice(11, 19)} UTC`)).toBe(true);
      }),
    );
  });
});

it.each([
  ["Held", "Held."],
  ["Held.", "Held."],
  ["Why?", "Why?"],
  ["It took 3.5 s", "It took 3.5 s."],
])("%j ends as %j", (sentence, whole) => {
  expect(ended(sentence)).toBe(whole);
});

import { describe, expect, it } from "vitest";
import { canonicalText } from "./canonical-text.ts";

describe("canonicalText", () => {
  it.each([
    ["Fotografi\u0301a 1", "Fotograf\u00eda 1"],
    ["elm\u200b-1", "elm-1"],
    ["\u200eelm-1\u200f", "elm-1"],
    ["\u202aelm-1\u202c", "elm-1"],
    ["\u2066elm-1\u2069", "elm-1"],
    ["co\u00adop", "coop"],
    ["\ufeffelm-1", "elm-1"],
    ["Box\u00a07", "Box 7"],
    ["Box\u202f7", "Box 7"],
    ["\u3000Box 7 ", "Box 7"],
    // a joiner between letter and mark keeps them from being composed
    ["e\u034f\u0301", "\u00e9"],
    ["Elm-1", "Elm-1"],
    ["Box  7", "Box  7"],
    ["\u2764\ufe0f", "\u2764\ufe0f"],
    ["\u200b", ""],
  ])("%j is compared as %j", (text, expected) => {
    expect(canonicalText(text)).toBe(expected);
    expect(canonicalText(canonicalText(text))).toBe(expected);
  });
});

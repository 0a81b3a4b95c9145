import { describe, expect, it } from "vitest";
import { readSpan, writeSpan } from "./span.model.ts";

describe("spans", () => {
  it.each([
    [1, "1 ms"],
    [250, "250 ms"],
    [1_500, "1,500 ms"],
    [15_000, "15 s"],
    [90_000, "90 s"],
    [1_800_000, "30 min"],
    [7_200_000, "2 h"],
    [604_800_000, "7 d"],
  ])("%d ms is written %s and read again", (ms, text) => {
    expect(writeSpan(ms)).toBe(text);
    expect(readSpan(text)).toBe(ms);
  });

  it.each([
    ["0.25 s", 250],
    [" 15S ", 15_000],
    ["1.5min", 90_000],
    ["1,000 ms", 1_000],
    ["0.1 s", 100],
  ])("%j reads as %d ms", (text, ms) => {
    expect(readSpan(text)).toBe(ms);
  });

  it.each([
    ["15", "A number and its unit"],
    ["soon", "A number and its unit"],
    ["15 weeks", "A number and its unit"],
    ["1.2.3 s", "whole milliseconds"],
    ["0.5 ms", "whole milliseconds"],
    ["-1 s", "A number and its unit"],
    ["0 s", "At least 1 ms."],
    ["8 d", "At most a week."],
  ])("%j is refused: %s", (text, why) => {
    expect(readSpan(text)).toContain(why);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAMILIES } from "./families.model.ts";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["paper", "surface", "raised", "sunken"];
const pairs: [string, string, number][] = [
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-strong", 4.5],
  ["accent-strong", "accent-soft", 4.5],
  ["ink", "accent-soft", 4.5],
  ...GROUNDS.flatMap((ground): [string, string, number][] => [
    ["ink", ground, 4.5],
    ["muted", ground, 4.5],
    ["accent", ground, 4.5],
    ["focus", ground, 3],
    ["line-strong", ground, 3],
  ]),
  ...FAMILIES.flatMap((family): [string, string, number][] => [
    [family, `${family}-soft`, 4.5],
    [family, "paper", 4.5],
    [family, "surface", 4.5],
    ...(family === "gone" ? [] : ([[`${family}-solid`, "surface", 3]] as [string, string, number][])),
  ]),
];

describe("contrast", () => {
  it("knows that black on white is 21", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  });

  it.each(pairs)("%s on %s is at least %d", (front, ground, least) => {
    for (const theme of ["light", "dark"] as const) {
      const [one, other] = [tokens.get(front)?.[theme], tokens.get(ground)?.[theme]];
      expect(
        one && other ? contrast(one, other) : `${front} or ${ground} is missing`,
        theme,
      ).toBeGreaterThanOrEqual(least);
    }
  });
});

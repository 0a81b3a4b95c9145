import { expect, it } from "vitest";
import { isScraper } from "./is-scraper.ts";

const TOKEN = "0123456789abcdef";

it.each([
  ["the token", `Bearer ${TOKEN}`, true],
  ["the scheme in lower case", `bearer ${TOKEN}`, true],
  ["none", undefined, false],
  ["an empty one", "Bearer ", false],
  ["another one", `Bearer ${TOKEN.toUpperCase()}`, false],
  ["its beginning", `Bearer ${TOKEN.slice(0, -1)}`, false],
  ["more than it", `Bearer ${TOKEN}0`, false],
  ["two words", `Bearer ${TOKEN} ${TOKEN}`, false],
  ["another scheme", `Basic ${TOKEN}`, false],
])("%s", (_, authorization, is) => {
  expect(isScraper(new Headers(authorization === undefined ? {} : { authorization }), TOKEN)).toBe(is);
});

import { expect, it } from "vitest";
import { decoded } from "./decoded.ts";

it.each([
  ["a%20b", "a b"],
  ["%E5%9C%B0", "地"],
  ["plain", "plain"],
  ["100%", "100%"],
  ["%C3", "%C3"],
])("%s is %s", (text, plain) => {
  expect(decoded(text)).toBe(plain);
});

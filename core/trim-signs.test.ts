import { expect, it } from "vitest";
import { trimEndOf, trimOf } from "./trim-signs.ts";

it.each([
  ["/a//", "/", "/a", "a"],
  ["./.a./.", "./", "./.a", "a"],
  ["////", "/", "", ""],
  ["", "/", "", ""],
  ["a b", "-", "a b", "a b"],
])("%j without %j at its end is %j, at both ends %j", (text, signs, end, both) => {
  expect(trimEndOf(text, signs)).toBe(end);
  expect(trimOf(text, signs)).toBe(both);
});

import { expect, it } from "vitest";
import { isSystemFile } from "./system-file.ts";

it.each([
  ["._scan.tif", true],
  [".DS_Store", true],
  ["thumbs.db", true],
  ["Desktop.ini", true],
  ["a._b", false],
  ["old.DS_Store", false],
  ["Thumbs.db.txt", false],
  ["", false],
])("%j is a system's: %s", (name, isIt) => {
  expect(isSystemFile(name)).toBe(isIt);
});

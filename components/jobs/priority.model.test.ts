import { expect, it } from "vitest";
import { readPriority } from "./priority.model.ts";

const WRONG = "A whole number from 0 to 99.";

it.each([
  ["", ""],
  ["0", 0],
  ["07", 7],
  [" 99 ", 99],
  ["100", WRONG],
  ["-1", WRONG],
  ["1.5", WRONG],
  ["high", WRONG],
  [" ", WRONG],
])("reads %j as %j", (text, read) => {
  expect(readPriority(text)).toBe(read);
});

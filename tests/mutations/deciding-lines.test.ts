import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DECIDING_LINES } from "./deciding-lines.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

// so that code which moves takes its line along, and not first when the lines are changed one by one
it.each(DECIDING_LINES)("$file: $sentence", ({ file, find, also = [], tests }) => {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  for (const one of [find, ...also.map((other) => other.find)]) expect(text.split(one)).toHaveLength(2);
  expect(tests.filter((test) => !existsSync(path.join(ROOT, test)))).toEqual([]);
});

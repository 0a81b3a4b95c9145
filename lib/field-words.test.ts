import { expect, it } from "vitest";
import * as z from "zod";
import { fieldWords } from "./field-words.ts";

const line = z.strictObject({
  reason: z.string().min(1),
  name: z.string().min(3),
  lines: z.int().min(1).max(500),
  all: z.boolean(),
  ids: z.array(z.string()).max(2),
  kind: z.enum(["file", "manifest"]),
  when: z.iso.datetime(),
  own: z.string().refine((text) => text === "x", "Write x."),
});
const GOOD = {
  reason: "r",
  name: "abc",
  lines: 1,
  all: true,
  ids: [],
  kind: "file",
  when: "2026-01-31T14:32:05Z",
  own: "x",
};

it.each([
  ["reason", undefined, "reason is missing."],
  ["reason", 1, "reason must be text."],
  ["reason", "", "reason is empty."],
  ["name", "ab", "name must be at least 3 characters."],
  ["lines", "1", "lines must be a number."],
  ["lines", 0, "lines must be at least 1."],
  ["lines", 501, "lines must be at most 500."],
  ["all", "yes", "all must be true or false."],
  ["ids", {}, "ids must be a list."],
  ["ids", ["a", "b", "c"], "ids must be at most 2 items."],
  ["kind", "zip", "kind must be one of file, manifest."],
  ["when", "yesterday", "when does not have the right form."],
  ["own", "y", "Write x."],
])("%s as %j: %s", (field, value, words) => {
  const { error } = line.safeParse({ ...GOOD, [field]: value });
  expect(error?.issues.map((issue) => fieldWords(field, issue))).toEqual([words]);
});

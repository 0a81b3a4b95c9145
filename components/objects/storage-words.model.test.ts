import { expect, it } from "vitest";
import { storageWords } from "./storage-words.model.ts";

it.each([
  ["filesystem", "objects", "File system, folder objects"],
  ["filesystem", null, "File system"],
  ["s3", "preserved/ocfl", "S3, bucket preserved/ocfl"],
  ["s3", null, "S3, no longer set up here"],
] as const)("%s called %s", (kind, name, words) => {
  expect(storageWords({ kind, name })).toBe(words);
});

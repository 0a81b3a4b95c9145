import { expect, it } from "vitest";
import { readStorageTarget } from "./object-stores.ts";
import { sourceOf } from "./source-of.ts";

const FILE = { path: "producer/a", size: 1, sha256: "a".repeat(64) };

it("bytes come from where they were said to be, and nowhere else", () => {
  expect(sourceOf({ ...FILE, source: "/jobs/1/a" })).toBe("/jobs/1/a");
  expect(() => sourceOf(FILE)).toThrow(
    expect.objectContaining({
      code: "storage_failed",
      message:
        'The file "producer/a" was to be kept from the previous version, but its bytes are not in storage.',
    }),
  );
});

it("a storage is one of two", () => {
  expect(["filesystem", "s3"].map(readStorageTarget)).toEqual(["filesystem", "s3"]);
  expect(() => readStorageTarget("tape")).toThrow(new TypeError('There is no storage called "tape".'));
});

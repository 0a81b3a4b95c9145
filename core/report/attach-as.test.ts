import { expect, test } from "vitest";
import { attachAs } from "./attach-as.ts";

test.each([
  [[], "plain"],
  [[{ size: 10_000_000, gzipSize: 400_000 }], "plain"],
  [
    [
      { size: 10_000_000, gzipSize: 400_000 },
      { size: 1, gzipSize: 21 },
    ],
    "gzip",
  ],
  [
    [
      { size: 90_000_000, gzipSize: 9_999_999 },
      { size: 1, gzipSize: 1 },
    ],
    "gzip",
  ],
  [
    [
      { size: 90_000_000, gzipSize: 10_000_000 },
      { size: 1, gzipSize: 1 },
    ],
    "link",
  ],
] as const)("%j: %s", (files, wanted) => {
  expect(attachAs(files)).toBe(wanted);
});

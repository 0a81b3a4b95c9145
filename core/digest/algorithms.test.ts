import { expect, it } from "vitest";
import { readAlgorithm } from "./algorithms.ts";

it.each([
  ["MD5", "md5"],
  [" sha256 ", "sha-256"],
  ["SHA-1", "sha-1"],
  ["adler32", "adler-32"],
  ["sha-3", undefined],
  ["", undefined],
])("%j is %s", (spelling, algorithm) => {
  expect(readAlgorithm(spelling)).toBe(algorithm);
});

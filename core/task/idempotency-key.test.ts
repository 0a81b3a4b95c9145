import { expect, it } from "vitest";
import { readIdempotencyKey } from "./idempotency-key.ts";

// the quoted ones: RFC 8941 section 3.3.3, and the examples of the draft's section 2.1
it.each([
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', "8e03978e-40d5-43dd-bc93-6894a57f9324"],
  ['"clkyoesmbgybucifusbbtdsbohtyuuwz"', "clkyoesmbgybucifusbbtdsbohtyuuwz"],
  ['  "with a space"  ', "with a space"],
  ['"a \\"quoted\\" and a \\\\"', 'a "quoted" and a \\'],
  ["bare-key", "bare-key"],
  ["nightly@2026-11-30T03:00:00.000Z", "nightly@2026-11-30T03:00:00.000Z"],
  ["x".repeat(255), "x".repeat(255)],
  [`"${"x".repeat(255)}"`, "x".repeat(255)],
  ["", undefined],
  ['""', undefined],
  ['"open', undefined],
  ['"wrong \\escape"', undefined],
  ['"a" "b"', undefined],
  ["with a space", undefined],
  ["ärger", undefined],
  ['"ärger"', undefined],
  ["x".repeat(256), undefined],
  [`"${"x".repeat(256)}"`, undefined],
])("%s is the key %s", (header, key) => {
  expect(readIdempotencyKey(header)).toBe(key);
});

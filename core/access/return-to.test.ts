import { expect, it } from "vitest";
import { returnTo } from "./return-to.ts";

it.each([
  ["/", "/"],
  ["/batches/bid-1?state=Failed", "/batches/bid-1?state=Failed"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["batches", "/"],
  ["/a\\b", "/"],
  ["/a\nb", "/"],
  ["/sign-in?returnTo=/", "/"],
  ["/api/v1/batches", "/"],
  ["", "/"],
  [null, "/"],
  [undefined, "/"],
  [`/${"a".repeat(2000)}`, "/"],
])("%j goes back to %j", (wanted, path) => {
  expect(returnTo(wanted)).toBe(path);
});

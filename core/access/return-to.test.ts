import { expect, it } from "vitest";
import { reportFileOf, returnTo } from "./return-to.ts";

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
  ["/api/v1/batches/bid-1/reports/1/jobs.csv", "/api/v1/batches/bid-1/reports/1/jobs.csv"],
  ["/api/v1/batches/bid-1/reports/1/jobs.csv?x=1", "/"],
  ["/api/v1/batches/bid-1/reports/1/../../../../poster", "/"],
  ["/api/v1/batches/bid-1/reports/x/jobs.csv", "/"],
  ["/api/v1/batches/bid-1/hold", "/"],
  ["", "/"],
  [null, "/"],
  [undefined, "/"],
  [`/${"a".repeat(1999)}`, `/${"a".repeat(1999)}`],
  [`/${"a".repeat(2000)}`, "/"],
])("%j goes back to %j", (wanted, path) => {
  expect(returnTo(wanted)).toBe(path);
});

it.each([
  ["/api/v1/batches/bid-1/reports/12/failed.json", "bid-1"],
  ["/batches/bid-1", null],
  ["/x/api/v1/batches/bid-1/reports/12/failed.json", null],
  ["/", null],
])("%j is a file of the report of %j", (path, batchId) => {
  expect(reportFileOf(path)).toBe(batchId);
});

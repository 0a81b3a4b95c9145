import { describe, expect, it } from "vitest";
import type { ObjectVersionView } from "../../core/contracts/object-views.ts";
import { shownVersion } from "./shown-version.model.ts";

const version = (number: number): ObjectVersionView => ({
  version: number,
  createdAt: "2026-11-27T12:00:00.000Z",
  submitter: "A",
  batchId: "bid-1",
  jobId: "jid-1",
  fileCount: 1,
  sizeBytes: "1",
  inventorySha256: "",
  changes: { added: 1, changed: 0, removed: 0, kept: 0 },
});

describe("shownVersion", () => {
  it.each([
    [[1, 2, 10], undefined, 10],
    [[10, 2, 1], undefined, 10],
    [[1, 2, 10], "2", 2],
    [[1, 2, 10], "3", 10],
    [[1, 2, 10], "two", 10],
    [[], "1", undefined],
  ] as const)("of %j wanted %s is %s", (numbers, wanted, shown) => {
    expect(shownVersion(numbers.map(version), wanted)?.version).toBe(shown);
  });
});

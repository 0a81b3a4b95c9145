import { expect, test } from "vitest";
import { CSV_HEADER, csvRow, jobEntry } from "./rows.ts";

const failed = {
  id: "jid-1",
  ordinal: 7,
  filename: "map.tif",
  title: "Map",
  localIds: ["loc-1", "loc-2"],
  ark: null,
  state: "Failed",
  errorCode: "source_not_found",
  errorMessage: "The source has no such file (404).",
  createdAt: new Date(Date.UTC(2026, 10, 28, 1, 2, 3, 4)),
  endedAt: new Date(Date.UTC(2026, 10, 28, 1, 3, 0, 0)),
  warningCount: 3,
  warnings: [
    { code: "bag_star", message: "A star." },
    { code: "bag_dot_slash", message: "A dot." },
  ],
  version: null,
  replaced: 0,
  removed: 0,
} as const;

test("an entry names everything, times in UTC", () => {
  expect(jobEntry(failed)).toEqual({
    jobId: "jid-1",
    ordinal: 7,
    filename: "map.tif",
    title: "Map",
    localIds: ["loc-1", "loc-2"],
    ark: null,
    state: "Failed",
    errorCode: "source_not_found",
    message: "The source has no such file (404).",
    createdAt: "2026-11-28T01:02:03.004Z",
    endedAt: "2026-11-28T01:03:00.000Z",
    warningCount: 3,
    warnings: [
      { code: "bag_star", message: "A star." },
      { code: "bag_dot_slash", message: "A dot." },
    ],
    version: null,
    filesReplaced: 0,
    filesRemoved: 0,
  });
});

test("a CSV row follows the header; what is not known is empty", () => {
  expect(csvRow(failed)).toEqual([
    "jid-1",
    "7",
    "map.tif",
    "Map",
    "loc-1; loc-2",
    "",
    "Failed",
    "source_not_found",
    "The source has no such file (404).",
    "2026-11-28T01:02:03.004Z",
    "2026-11-28T01:03:00.000Z",
    "3",
    "A star. A dot.",
    "",
    "0",
    "0",
  ]);
  expect(csvRow({ ...failed, warningCount: 0, warnings: [] }).slice(11, 13)).toEqual(["0", ""]);
  expect(csvRow({ ...failed, version: 2, replaced: 1, removed: 3 }).slice(-3)).toEqual(["2", "1", "3"]);
  expect(csvRow({ ...failed, localIds: [], endedAt: null })).toHaveLength(CSV_HEADER.length);
});

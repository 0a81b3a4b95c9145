import { expect, test } from "vitest";
import type { ReportFacts } from "./facts.ts";
import { summarise } from "./summary.ts";
import { reportText } from "./text.ts";

const facts: ReportFacts = {
  batchId: "bid-1",
  number: 1,
  kind: "full",
  outcome: "FAIL",
  jobs: { total: 3, pending: 0, completed: 1, failed: 2, deleted: 0 },
  told: 3,
  listed: [
    {
      id: "jid-2",
      ordinal: 2,
      filename: "b.tif",
      state: "Failed",
      errorCode: "source_not_found",
      message: "The source has no such file (404).",
    },
  ],
  warned: { jobs: 0, warnings: 0, listed: [] },
  replacing: { jobs: 0, replaced: 0, removed: 0, listed: [] },
  fault: null,
  statusMessage: "The source has no such file (404).",
  collection: { slug: "maps", name: "Maps" },
  title: null,
  filename: "maps.checkm",
  submitter: "Ada",
  userAgent: "curl/8.5.0",
  submittedAt: "2026-11-28T01:02:03.004Z",
  completedAt: "2026-11-28T01:03:00.000Z",
  statusUrl: "https://waybill.example.org/batches/bid-1",
  attachAs: "plain",
  attachments: [
    {
      filename: "jobs.csv",
      size: 10,
      gzipSize: 30,
      url: "https://waybill.example.org/api/v1/batches/bid-1/reports/1/jobs.csv",
    },
  ],
};

test("a full report of a failed batch", () => {
  expect(reportText(summarise(facts))).toBe(`2 of 3 jobs failed.

Batch:          bid-1
Status:         FAIL
Status message: The source has no such file (404).
Jobs:           3
Pending:        0
Completed:      1
Failed:         2
Collection:     Maps (maps)
File:           maps.checkm
Submitter:      Ada
User agent:     curl/8.5.0
Submitted:      2026-11-28 01:02:03 UTC
Ended:          2026-11-28 01:03:00 UTC
Report:         1

Failed jobs:
- Job 2, b.tif: The source has no such file (404). (source_not_found, jid-2)
The attachments name 1 more.

Batch page: https://waybill.example.org/batches/bid-1

Attached, and kept with the batch:
- jobs.csv: https://waybill.example.org/api/v1/batches/bid-1/reports/1/jobs.csv
`);
});

test.each([
  [{ jobs: { total: 1, pending: 0, completed: 1, failed: 0, deleted: 0 } }, "The job is completed."],
  [{ jobs: { total: 3, pending: 0, completed: 3, failed: 0, deleted: 0 } }, "All 3 jobs are completed."],
  [{ jobs: { total: 3, pending: 0, completed: 2, failed: 0, deleted: 1 } }, "2 of 3 jobs completed."],
  [{ jobs: { total: 1, pending: 0, completed: 0, failed: 1, deleted: 0 } }, "1 of 1 job failed."],
  [{ kind: "update", number: 3, told: 1 }, "1 job changed since report 2."],
  [
    { fault: { code: "manifest_invalid", message: "No." } },
    "The batch could not be read, so nothing was ingested.",
  ],
  [{ fault: { code: "skipped", message: "No." } }, "An operator skipped the batch."],
  [
    { jobs: { total: 0, pending: 0, completed: 0, failed: 0, deleted: 0 } },
    "The ledger has committed the batch.",
  ],
] as const)("%j: %s", (change, headline) => {
  expect(summarise({ ...facts, ...change }).headline).toBe(headline);
});

test("an update names the jobs with what has become of them", () => {
  const [failed] = facts.listed;
  const update: ReportFacts = {
    ...facts,
    kind: "update",
    number: 2,
    told: 5,
    listed: failed ? [{ ...failed, state: "Completed", errorCode: null, message: null }, failed] : [],
  };
  expect(summarise(update).lists[0]).toEqual({
    title: "Changed jobs",
    lines: [
      "Job 2, b.tif: Completed",
      "Job 2, b.tif: The source has no such file (404). (source_not_found, jid-2)",
    ],
    more: "The attachments name 3 more.",
  });
  expect(summarise({ ...update, told: 2 }).lists[0]?.more).toBeNull();
  expect(summarise({ ...update, listed: [] }).lists).toEqual([]);
});

test("jobs with warnings are named, failed or not", () => {
  const named = { id: "jid-7", ordinal: 7, filename: "bag.zip", message: "bagit.txt has more white space." };
  const warned = {
    jobs: 3,
    warnings: 5,
    listed: [
      { ...named, count: 3 },
      { ...named, id: "jid-8", ordinal: 8, count: 1 },
    ],
  };
  const text = reportText(summarise({ ...facts, warned }));
  expect(text).toContain("\nWarnings:       5 in 3 jobs\n");
  expect(text).toContain(`
Jobs with warnings that did not stop them:
- Job 7, bag.zip: bagit.txt has more white space. And 2 more. (jid-7)
- Job 8, bag.zip: bagit.txt has more white space. (jid-8)
The attachments name 1 more.
`);
  expect(summarise({ ...facts, warned: { ...warned, jobs: 2 } }).lists[1]?.more).toBeNull();
});

test("jobs whose version replaced or removed files are named, with the number of files", () => {
  const listed = [
    { id: "jid-7", ordinal: 7, filename: "a.zip", version: 2, replaced: 1, removed: 1 },
    { id: "jid-8", ordinal: 8, filename: "b.zip", version: 5, replaced: 0, removed: 11 },
  ];
  const replacing = { jobs: 4, replaced: 1, removed: 12, listed };
  const text = reportText(summarise({ ...facts, replacing }));
  expect(text).toContain("\nReplaced:       1 file\nRemoved:        12 files\n");
  expect(text).toContain(`
New versions that replaced or removed files:
- Job 7, a.zip: Version 2; 1 file replaced, 1 removed. (jid-7)
- Job 8, b.zip: Version 5; 11 files removed. (jid-8)
The attachments name 2 more.
`);
  const all = summarise({ ...facts, replacing: { ...replacing, jobs: 2 } });
  expect(all.lists.map(({ more }) => more)).toEqual(["The attachments name 1 more.", null]);
});

test("deleted jobs and a title are told where there are any, an unknown client and no message are left out", () => {
  const jobs = { total: 3, pending: 0, completed: 0, failed: 2, deleted: 1 };
  const changed = { jobs, title: "Maps", userAgent: null, statusMessage: null };
  const labels = summarise({ ...facts, ...changed }).facts.map(({ label, value }) => `${label}: ${value}`);
  expect(labels).toEqual([
    "Batch: bid-1",
    "Status: FAIL",
    "Jobs: 3",
    "Pending: 0",
    "Completed: 0",
    "Failed: 2",
    "Deleted: 1",
    "Collection: Maps (maps)",
    "Title: Maps",
    "File: maps.checkm",
    "Submitter: Ada",
    "Submitted: 2026-11-28 01:02:03 UTC",
    "Ended: 2026-11-28 01:03:00 UTC",
    "Report: 1",
  ]);
});

test.each(["plain", "gzip", "link"] as const)("attachments as %s are told apart", (attachAs) => {
  const note = { plain: /^Attached, and/, gzip: /compressed/, link: /Too large for a mail/ };
  expect(summarise({ ...facts, attachAs }).attachments.note).toMatch(note[attachAs]);
});

test("a depositor's line ends cannot make lines of their own", () => {
  const text = reportText(summarise({ ...facts, title: "Maps\nStatus: OK", submitter: "Ada\r\nStatus: OK" }));
  expect(text.split("\n").filter((line) => line.startsWith("Status: "))).toEqual(["Status:         FAIL"]);
});

import { expect, test } from "vitest";
import type { ReportFacts } from "../../core/report/facts.ts";
import { renderReport } from "./render-report.tsx";

const SCRIPT = `<script>alert("x")</script>&<img src=x onerror=alert(1)>`;
const facts: ReportFacts = {
  batchId: "bid-1",
  number: 1,
  kind: "full",
  outcome: "FAIL",
  jobs: { total: 30, pending: 0, completed: 5, failed: 25, deleted: 0 },
  told: 30,
  listed: [
    {
      id: "jid-2",
      ordinal: 2,
      filename: SCRIPT,
      state: "Failed",
      errorCode: "source_not_found",
      message: "The source has no such file (404).",
    },
  ],
  warned: {
    jobs: 1,
    warnings: 1,
    listed: [{ id: "jid-3", ordinal: 3, filename: SCRIPT, message: "bagit.txt is odd.", count: 1 }],
  },
  replacing: {
    jobs: 1,
    replaced: 1,
    removed: 1,
    listed: [{ id: "jid-4", ordinal: 4, filename: SCRIPT, version: 2, replaced: 1, removed: 1 }],
  },
  fault: null,
  statusMessage: "The source has no such file (404).",
  collection: { slug: "maps", name: "Maps & charts" },
  title: SCRIPT,
  filename: "maps.checkm",
  submitter: 'Ada "<b>"',
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

test("both parts say the same, and nothing a depositor writes becomes markup", {
  timeout: 30_000,
}, async () => {
  const { subject, text, html } = await renderReport(facts);
  expect(subject).toBe(`Ingest: FAIL -- Batch processed: bid-1; ${SCRIPT}`);
  expect(html).not.toMatch(/<script|<img|<b>/i);
  expect(html).toContain(
    "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&lt;img src=x onerror=alert(1)&gt;",
  );
  for (const said of [
    "25 of 30 jobs failed.",
    "Version 2; 1 file replaced, 1 removed. (jid-4)",
    "curl/8.5.0",
    "2026-11-28 01:03:00 UTC",
    "The attachments name 24 more.",
    "bagit.txt is odd.",
  ]) {
    expect(text).toContain(said);
    expect(html).toContain(said);
  }
  expect(html).toContain('href="https://waybill.example.org/batches/bid-1"');
  expect(html).toContain('href="https://waybill.example.org/api/v1/batches/bid-1/reports/1/jobs.csv"');
});

test("an unreadable batch has no list of jobs", { timeout: 30_000 }, async () => {
  const fault = { code: "manifest_invalid", message: "Line 3 has no URL." };
  const none = { total: 0, pending: 0, completed: 0, failed: 0, deleted: 0 };
  const { text, html } = await renderReport({
    ...facts,
    fault,
    jobs: none,
    told: 0,
    listed: [],
    warned: { jobs: 0, warnings: 0, listed: [] },
    replacing: { jobs: 0, replaced: 0, removed: 0, listed: [] },
    statusMessage: fault.message,
  });
  expect(text).toContain("Line 3 has no URL.");
  expect(html).toContain("Line 3 has no URL.");
  expect(html).not.toContain("<h2");
});

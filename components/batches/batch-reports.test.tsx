import { describe, expect, it } from "vitest";
import type { BatchView, ReportView } from "../../core/contracts/views.ts";
import { batch } from "../testing/batch.ts";
import { draw } from "../testing/draw.tsx";
import { BatchReports } from "./batch-reports.tsx";

const REPORT: ReportView = {
  number: 1,
  outcome: "3 objects stored.",
  createdAt: "2026-03-01T11:50:00Z",
  mailId: "mail-1",
  mailStatus: "Sent",
  attachments: [],
};
const drawn = (part: Partial<BatchView>, mayReadMail = true) =>
  draw(<BatchReports batch={batch(part)} mayReadMail={mayReadMail} />);

describe("a batch without a report", () => {
  it.each<[string, Partial<BatchView>, string]>([
    ["of a deposit", {}, "The report is written when all jobs have ended."],
    ["of a ledger, open", { kind: "LedgerBatch" }, "once the ledger has decided."],
    [
      "of a ledger, ended",
      { kind: "LedgerBatch", endedAt: "2026-03-01T11:00:00Z" },
      "None: this collection has no recipients.",
    ],
  ])("%s says why", (_, part, why) => {
    expect(drawn(part).text).toContain(why);
  });
});

describe("reports", () => {
  it("are named by their order, each with how its mail went", () => {
    const again = { ...REPORT, number: 3, mailId: null, mailStatus: null };
    const { text } = drawn({ reports: [REPORT, again] });
    expect(text).toMatch(/^Reports Report\s?3 objects stored\./);
    expect(text).toContain("Update report 2");
    expect(text).toContain("No mail sent: this collection has no recipients");
  });

  it.each([
    [REPORT, true, ["Read it"]],
    [REPORT, false, []],
    [{ ...REPORT, mailId: null }, true, []],
  ])("let who may read a mail that is there", (report, mayReadMail, buttons) => {
    expect(drawn({ reports: [report] }, mayReadMail).buttons).toEqual(buttons);
  });

  it("have their attachments to download", () => {
    const { html, text } = drawn({
      reports: [{ ...REPORT, attachments: [{ filename: "a b.csv", size: "1200" }] }],
    });
    expect(text).toContain("a b.csv 1.2 kB");
    expect(html).toMatch(/href="[^"]*bid-1[^"]*a%20b\.csv" download=""/);
  });
});

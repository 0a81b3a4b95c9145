import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable } from "./printable.ts";
import { reportSubject } from "./subject.ts";

const batchId = "bid-11111111-2222-4333-8444-555555555555";
const plain = {
  batchId,
  kind: "full",
  outcome: "OK",
  fault: null,
  title: null,
  filename: "maps.checkm",
} as const;
const fault = { code: "manifest_invalid", message: "Line 3 has no URL." };

describe("reportSubject", () => {
  test.each([
    [plain, `Ingest: OK -- Batch processed: ${batchId}; maps.checkm`],
    [
      { ...plain, outcome: "FAIL", title: "Maps of 1850" },
      `Ingest: FAIL -- Batch processed: ${batchId}; Maps of 1850`,
    ],
    [{ ...plain, outcome: "FAIL", fault }, `Ingest: FAIL -- Batch not readable: ${batchId}; maps.checkm`],
    [
      { ...plain, outcome: "FAIL", fault: { ...fault, code: "ledger_invalid" } },
      `Ingest: FAIL -- Batch invalid: ${batchId}; maps.checkm`,
    ],
    [
      { ...plain, outcome: "FAIL", fault: { ...fault, code: "ledger_rejected" } },
      `Ingest: FAIL -- Batch refused: ${batchId}; maps.checkm`,
    ],
    [
      { ...plain, outcome: "FAIL", fault: { ...fault, code: "skipped" } },
      `Ingest: FAIL -- Batch skipped: ${batchId}; maps.checkm`,
    ],
    [{ ...plain, kind: "update" }, `Ingest: OK -- Batch updated: ${batchId}; maps.checkm`],
    [{ ...plain, title: "\u202E\u0007" }, `Ingest: OK -- Batch processed: ${batchId};`],
    [
      { ...plain, title: "Maps\r\nBcc: evil@example.org" },
      `Ingest: OK -- Batch processed: ${batchId}; Maps Bcc: evil@example.org`,
    ],
  ] as const)("%j", (facts, subject) => {
    expect(reportSubject(facts)).toBe(subject);
  });

  test("whatever the depositor writes: one printable line, at most 80 characters of theirs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (title) => {
        const subject = reportSubject({ ...plain, title });
        expect(subject).not.toMatch(/\p{C}/u);
        const own = subject.slice(`Ingest: OK -- Batch processed: ${batchId};`.length).trim();
        expect(Array.from(own).length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

describe("printable", () => {
  test.each([
    ["a\tb\r\nc\u2028d", 80, "a b c d"],
    ["\u0000\u0001x\u007F\u0085y", 80, "x y"],
    ["in\u200Bvis\uFEFFible \u202Egnp.exe\u202C", 80, "invisible gnp.exe"],
    ["lone \uD800 surrogate", 80, "lone surrogate"],
    ["x".repeat(80), 80, "x".repeat(80)],
    ["x".repeat(81), 80, `${"x".repeat(79)}…`],
    [`${"x".repeat(78)} yy`, 80, `${"x".repeat(78)}…`],
    ["🗺".repeat(81), 80, `${"🗺".repeat(79)}…`],
    ["  ", 80, ""],
    ["Žluťoučký kůň", 80, "Žluťoučký kůň"],
  ])("%j cut to %i is %j", (text, most, wanted) => {
    expect(printable(text, most)).toBe(wanted);
  });
});

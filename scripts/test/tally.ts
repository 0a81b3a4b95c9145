import { appendFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** What one runner did. A skipped test counts as failed: nothing is skipped silently. */
export interface Tally {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

const tallies: Tally[] = [];

/** Notes a result here and, where WAYBILL_TALLY names a file, for the command that started this one. */
export function note(tally: Tally): void {
  tallies.push(tally);
  const file = process.env.WAYBILL_TALLY;
  if (file) appendFileSync(file, `${JSON.stringify(tally)}\n`);
}

/** Adds up what was noted in this process. */
export function total(all: readonly Tally[] = tallies): { passed: number; failed: number } {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** Counts of a Vitest JSON report. A file that did not even load counts as one failed test. */
export function tallyVitest(name: string, report: VitestReport): Tally {
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.length === 0;
  }).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { name, passed: report.numPassedTests, failed: report.numFailedTests + broken + skipped };
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** Counts of a Playwright JSON report. A test that passed only at a second try counts as failed. */
export function tallyPlaywright(name: string, { stats, errors }: PlaywrightReport): Tally {
  return {
    name,
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  };
}

/** Reads what several commands have noted in a WAYBILL_TALLY file. */
export async function readTallies(file: string): Promise<Tally[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return lines.map((line): Tally => JSON.parse(line));
}

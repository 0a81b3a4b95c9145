import { appendFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

/** What one runner did. A skipped test counts as failed: nothing is skipped silently. */
export interface Tally {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** What failed, by name, so that the end of a long log tells it. */
  readonly failures?: readonly string[];
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

/** Lines that name everything that failed. */
export function failureLines(all: readonly Tally[] = tallies): string[] {
  return all.flatMap(({ name, failures = [] }) => failures.map((failure) => `failed: ${name}: ${failure}`));
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Counts of a Vitest JSON report. A file that did not even load counts as one failed test. */
export function tallyVitest(name: string, report: VitestReport): Tally {
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.length === 0;
  }).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap((file) => vitestFailures(file));
  return { name, passed: report.numPassedTests, failed: report.numFailedTests + broken + skipped, failures };
}

function vitestFailures({
  name,
  status,
  message,
  assertionResults,
}: VitestReport["testResults"][number]): string[] {
  if (status === "failed" && assertionResults.length === 0) return [`${name}: ${firstLine(message)}`];
  return assertionResults
    .filter((test) => test.status !== "passed")
    .map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? test.status)}`);
}

function firstLine(words = ""): string {
  return words.split("\n", 1)[0] ?? "";
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightTest {
  readonly status: string;
  readonly results?: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly specs?: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** Counts of a Playwright JSON report. A test that passed only at a second try counts as failed. */
export function tallyPlaywright(name: string, { stats, errors, suites = [] }: PlaywrightReport): Tally {
  return {
    name,
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: suites.flatMap((suite) => playwrightFailures(suite)),
  };
}

function playwrightFailures({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== "expected")
      .map(({ status, results }) => `${file}: ${title}: ${playwrightWords(results) || status}`),
  );
  return [...own, ...suites.flatMap((suite) => playwrightFailures(suite))];
}

const MOST_WORDS = 600;

/** What was expected and what was found stand below an error's first line: all of it, on one line. */
function playwrightWords(results: PlaywrightTest["results"] = []): string {
  const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = "" }) => message));
  const words = stripVTControlCharacters(messages.join(" / ")).replace(/\s+/g, " ").trim();
  return words.slice(0, MOST_WORDS);
}

/** Reads what several commands have noted in a WAYBILL_TALLY file. */
export async function readTallies(file: string): Promise<Tally[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  return lines.map((line): Tally => JSON.parse(line));
}

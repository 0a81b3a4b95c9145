import { expect, test } from "vitest";
import { failureLines, tallyPlaywright, tallyVitest, total } from "./tally.ts";

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

test.each([
  ["all passed", {}, { passed: 7, failed: 0 }],
  ["two failed", { numFailedTests: 2 }, { passed: 7, failed: 2 }],
  [
    "a skipped and a planned test count as failed",
    { numPendingTests: 1, numTodoTests: 1 },
    { passed: 7, failed: 2 },
  ],
  [
    "a file that did not load counts as one, a file with a failed test not again",
    {
      numFailedTests: 1,
      testResults: [
        { name: "a.test.ts", status: "failed", assertionResults: [] },
        { name: "b.test.ts", status: "failed", assertionResults: [{ status: "failed", fullName: "b" }] },
        { name: "c.test.ts", status: "passed", assertionResults: [{ status: "passed", fullName: "c" }] },
      ],
    },
    { passed: 7, failed: 2 },
  ],
])("vitest: %s", (_, change, counts) => {
  expect(tallyVitest("unit", { ...report, ...change })).toMatchObject({ name: "unit", ...counts });
});

test.each([
  ["all passed", { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, [], { passed: 3, failed: 0 }],
  [
    "each other way to end counts as failed",
    { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
    [],
    { passed: 3, failed: 3 },
  ],
  [
    "an error outside of any test",
    { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    [{}],
    { passed: 0, failed: 1 },
  ],
])("playwright: %s", (_, stats, errors, counts) => {
  expect(tallyPlaywright("browser", { stats, errors })).toMatchObject({ name: "browser", ...counts });
});

test("names what failed", () => {
  const vitest = tallyVitest("unit", {
    ...report,
    testResults: [
      { name: "a.test.ts", status: "failed", message: "Cannot find module\nat ...", assertionResults: [] },
      {
        name: "b.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          {
            status: "failed",
            fullName: "takes away",
            failureMessages: ["expected 1 to be 2\n  at b.test.ts:3"],
          },
          { status: "skipped", fullName: "divides", failureMessages: null },
        ],
      },
    ],
  });
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const browser = tallyPlaywright("browser", {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      {
        file: "a.spec.ts",
        specs: [
          spec("opens", "expected"),
          spec("reads", "unexpected", "Error: \u001b[2mexpect\u001b[22m(a)\n\n  Expected: 1\n", "Error: two"),
        ],
        suites: [{ file: "a.spec.ts", specs: [spec("closes", "unexpected")] }],
      },
    ],
  });
  expect(failureLines([vitest, browser])).toEqual([
    "failed: unit: a.test.ts: Cannot find module",
    "failed: unit: b.test.ts: takes away: expected 1 to be 2",
    "failed: unit: b.test.ts: divides: skipped",
    "failed: browser: a.spec.ts: reads: Error: expect(a) Expected: 1 / Error: two",
    "failed: browser: a.spec.ts: closes: unexpected",
  ]);
});

test("adds up", () => {
  const all = [
    { name: "a", passed: 2, failed: 0 },
    { name: "b", passed: 3, failed: 4 },
  ];
  expect(total(all)).toEqual({ passed: 5, failed: 4 });
});

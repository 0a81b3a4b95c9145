import { expect, test } from "vitest";
import { tallyPlaywright, tallyVitest, total } from "./tally.ts";

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
        { status: "failed", assertionResults: [] },
        { status: "failed", assertionResults: [{}] },
        { status: "passed", assertionResults: [{}] },
      ],
    },
    { passed: 7, failed: 2 },
  ],
])("vitest: %s", (_, change, counts) => {
  expect(tallyVitest("unit", { ...report, ...change })).toEqual({ name: "unit", ...counts });
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
  expect(tallyPlaywright("browser", { stats, errors })).toEqual({ name: "browser", ...counts });
});

test("adds up", () => {
  const all = [
    { name: "a", passed: 2, failed: 0 },
    { name: "b", passed: 3, failed: 4 },
  ];
  expect(total(all)).toEqual({ passed: 5, failed: 4 });
});

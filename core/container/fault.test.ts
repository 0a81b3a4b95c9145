import { describe, expect, it } from "vitest";
import type { Problem } from "../errors.ts";
import { containerFault, containerProblem, noTarInside, unsupportedFormat } from "./fault.ts";
import { Findings } from "./findings.ts";
import { describeEntryProblem } from "./problems.ts";

const EMPTY = describeEntryProblem("no_files");
const MANY = describeEntryProblem("too_many_entries", { most: 100_000 });
const LOCKED = describeEntryProblem("container_encrypted");
/** Of the manifest's table. */
const DOTS: Problem = { line: 0, code: "name_dots", message: "Its name has dots." };

describe("containerFault", () => {
  it.each([
    [[], "container_invalid", ""],
    [[DOTS], "container_invalid", "Its name has dots."],
    [
      [EMPTY, MANY],
      "container_invalid",
      "The container has no files in it. There is nothing to deposit. There is 1 more problem.",
    ],
    [
      [MANY, EMPTY, DOTS],
      "container_too_large",
      "The container has more than 100,000 entries. Split it into several. There are 2 more problems.",
    ],
  ])("of %j is %s", (problems, code, words) => {
    const findings = new Findings();
    for (const problem of problems) findings.problem(problem);
    const fault = containerFault(findings);
    expect(fault).toMatchObject({ code, message: `The container cannot be used. ${words}`, problems });
  });
});

it("a single problem is told with its cause", () => {
  const cause = new Error("wrong magic");
  const fault = containerProblem(LOCKED, cause);
  expect(fault).toMatchObject({
    code: "container_unsupported",
    message: "The container cannot be used. It is encrypted as a whole. Recreate it without a password.",
    problems: [LOCKED],
  });
  expect(fault.cause).toBe(cause);
});

it.each([
  [
    unsupportedFormat("compress"),
    "The container is packed as compress (.Z), so Waybill cannot unpack it. Make it a .zip, .tar or .tar.gz, or deposit it with the type file to keep it as is.",
  ],
  [
    unsupportedFormat(undefined),
    "The container is not a zip or tar, so Waybill cannot unpack it. Make it a .zip, .tar or .tar.gz, or deposit it with the type file to keep it as is.",
  ],
  [
    noTarInside(),
    "There is no tar inside the gzip file. Make it a .tar.gz or .zip, or deposit it with the type file to keep it as is.",
  ],
])("%s", (fault, message) => {
  const code = "container_unsupported";
  expect(fault).toMatchObject({ code, message, problems: [{ line: 0, code, message }] });
});

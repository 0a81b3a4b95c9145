import { expect, it } from "vitest";
import { Findings } from "./findings.ts";

it("counts what it does not describe, problems and warnings each", () => {
  const findings = new Findings();
  const found = { line: 0, code: "no_files", message: "There are none." };
  for (let place = 0; place < 1_002; place += 1) findings.warning(found);
  findings.problem(found);
  expect([findings.warningCount, findings.warnings.length]).toEqual([1_002, 1_000]);
  expect([findings.problemCount, findings.problems]).toEqual([1, [found]]);
});

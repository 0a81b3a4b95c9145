import { describe, expect, it } from "vitest";
import { standstillWords } from "./standstill.model.ts";

const WAITING = "In a serial lane, nothing behind this batch starts until you decide.";

describe("a batch that stands still", () => {
  it.each([
    [{}, "No jobs were created.", "No jobs are created: the batch fails"],
    [{ Pending: 1 }, "1 job created so far: it keeps running.", "Once its 1 job has ended"],
    [
      { Pending: 800, Completed: 1_200 },
      "2,000 jobs created so far: they keep running.",
      "Once its 2,000 jobs have ended",
    ],
  ])("with %j", (jobs, meanwhile, givingUp) => {
    expect(standstillWords("Processing", jobs)).toMatchObject({
      meanwhile: `${meanwhile} ${WAITING}`,
      verb: "Resume creating jobs",
      givingUp: expect.stringContaining(givingUp),
    });
  });

  it.each([
    ["Reporting", `Only its report is missing. ${WAITING}`],
    ["UpdateReporting", "Only its report is missing."],
    ["Failed", "Only its report is missing."],
  ] as const)("over the report, %s: there is nothing to give up", (state, meanwhile) => {
    expect(standstillWords(state, { Completed: 3 })).toMatchObject({
      meanwhile,
      verb: "Write the report again",
      givingUp: null,
    });
  });
});

import { describe, expect, it } from "vitest";
import { standstillWords } from "./standstill.model.ts";

const WAITING = "Nothing behind this batch begins in a serial lane until you decide.";

describe("a batch that stands still", () => {
  it.each([
    [{}, "No job was made.", "No job is made: the batch fails"],
    [{ Pending: 1 }, "1 job made so far: it goes on meanwhile.", "When the 1 job it has ended"],
    [
      { Pending: 800, Completed: 1_200 },
      "2,000 jobs made so far: they go on meanwhile.",
      "When the 2,000 jobs it has ended",
    ],
  ])("with %j", (jobs, meanwhile, givingUp) => {
    expect(standstillWords("Processing", jobs)).toMatchObject({
      meanwhile: `${meanwhile} ${WAITING}`,
      verb: "Resume making jobs",
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

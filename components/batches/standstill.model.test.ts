import { describe, expect, it } from "vitest";
import { standstillWords } from "./standstill.model.ts";

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
    expect(standstillWords(jobs)).toEqual({ meanwhile, givingUp: expect.stringContaining(givingUp) });
  });
});

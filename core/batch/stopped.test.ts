import { expect, it } from "vitest";
import { BATCH_STATES, type BatchState } from "./states.ts";
import { type StandsStillOver, whyGivenUp, whyStandsStill, worksOver } from "./stopped.ts";

/** What a worker does of a batch in each state, by hand: before all its jobs exist, and after. */
const OVER: Partial<Record<BatchState, readonly [StandsStillOver | null, StandsStillOver | null]>> = {
  Processing: ["jobs", null],
  Reporting: ["report", "report"],
  UpdateReporting: ["report", "report"],
  Failed: ["report", null],
};

it.each(BATCH_STATES)("a worker that dies over a batch that is %s", (state) => {
  expect([worksOver(state, false), worksOver(state, true)]).toEqual(OVER[state] ?? [null, null]);
});

it("says how many workers have died, over what, and what was given up", () => {
  expect(whyStandsStill(3, "jobs")).toMatch(/^3 workers have died while creating its jobs\./);
  expect(whyStandsStill(3, "report")).toMatch(/^3 workers have died while its report was being written\./);
  expect(whyGivenUp("Ann", "It is broken.", 1)).toMatch(/Ann gave up the rest: It is broken\. 1 job had/);
  expect(whyGivenUp("Ann", "It is broken.", 1_200)).toContain("1,200 jobs had");
});

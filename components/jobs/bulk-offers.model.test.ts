import { describe, expect, it } from "vitest";
import { bulkOffers } from "./bulk-offers.model.ts";

const ALL = { resume: true, delete: true };
const FILTER = { collection: "maps", q: "tif", batch: "bid-1", cursor: "c", limit: 5 };
const wordsOf = (...asked: Parameters<typeof bulkOffers>) =>
  bulkOffers(...asked)?.acts.map(({ button }) => button);

describe("what is offered for selected jobs", () => {
  it("is about these jobs, whatever the filter says", () => {
    expect(bulkOffers(["a", "b"], { state: "Failed" }, ALL)).toEqual({
      label: "2 jobs selected",
      ask: { jobs: ["a", "b"] },
      acts: [
        { act: "requeue", button: "Resume 2 jobs" },
        { act: "delete", button: "Delete 2 jobs" },
      ],
    });
  });

  it.each([
    [{ resume: true, delete: false }, ["Resume 1 job"]],
    [{ resume: false, delete: true }, ["Delete 1 job"]],
    [{ resume: false, delete: false }, undefined],
  ])("follows what one may: %j", (may, buttons) => {
    expect(wordsOf(["a"], {}, may)).toEqual(buttons);
  });
});

describe("what is offered for all a filter finds", () => {
  it("names the state, and leaves out where the page begins", () => {
    expect(bulkOffers([], { ...FILTER, state: "Failed" }, ALL)).toEqual({
      label: "Act on all failed jobs of this list",
      ask: { filter: { state: "Failed", collection: "maps", q: "tif", batch: "bid-1" } },
      acts: [
        { act: "requeue", button: "Resume all failed jobs of this list" },
        { act: "delete", button: "Delete all failed jobs of this list" },
      ],
    });
  });

  it.each([
    ["held jobs are not resumed", "Held", ALL, ["Delete all held jobs of this list"]],
    ["completed jobs are left alone", "Completed", ALL, undefined],
    ["without a state there is nothing", undefined, ALL, undefined],
    ["nothing without the right", "Failed", { resume: false, delete: false }, undefined],
    ["only what one may", "Failed", { resume: true, delete: false }, ["Resume all failed jobs of this list"]],
  ])("%s", (_, state, may, buttons) => {
    expect(wordsOf([], { state }, may)).toEqual(buttons);
  });
});

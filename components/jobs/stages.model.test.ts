import { describe, expect, it } from "vitest";
import { type OnTheLine, stopsOf } from "./stages.model.ts";

const LETTERS = { done: "d", current: "c", failed: "F", stopped: "s", ahead: "-" };
const line = (job: OnTheLine) =>
  stopsOf(job)
    .map((stop) => LETTERS[stop.status])
    .join("");

describe("stopsOf", () => {
  it("names the stages in order", () => {
    expect(stopsOf({ state: "Pending", lastSuccessfulState: null }).map((stop) => stop.name)).toEqual([
      "Pending",
      "Estimating",
      "Provisioning",
      "Downloading",
      "Processing",
      "Recording",
      "Notify",
      "Completed",
    ]);
  });

  it.each([
    [{ state: "Pending", lastSuccessfulState: null }, "c-------"],
    [{ state: "Held", lastSuccessfulState: null }, "s-------"],
    [{ state: "Provisioning", lastSuccessfulState: "Estimating" }, "ddc-----"],
    [{ state: "Downloading", lastSuccessfulState: "Recording" }, "dddc----"],
    [{ state: "Notify", lastSuccessfulState: "Recording" }, "ddddddc-"],
    [{ state: "Completed", lastSuccessfulState: "Notify" }, "dddddddd"],
    [{ state: "Failed", lastSuccessfulState: null }, "F-------"],
    [{ state: "Failed", lastSuccessfulState: "Estimating" }, "dddF----"],
    [{ state: "Failed", lastSuccessfulState: "Downloading" }, "ddddF---"],
    [{ state: "Failed", lastSuccessfulState: "Recording" }, "ddddddF-"],
    [{ state: "Failed", lastSuccessfulState: "Notify" }, "ddddddF-"],
    [{ state: "Deleted", lastSuccessfulState: "Downloading" }, "dddds---"],
  ] as const)("%j is %s", (job, letters) => {
    expect(line(job)).toBe(letters);
  });
});

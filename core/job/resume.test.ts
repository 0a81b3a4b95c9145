import { describe, expect, it } from "vitest";
import { chooseResume, type Resumable, resumeChoices } from "./resume.ts";
import type { JobState, ResumeState } from "./states.ts";

const failed = (lastSuccessfulState: JobState | null, facts: Partial<Resumable> = {}): Resumable => ({
  state: "Failed",
  lastSuccessfulState,
  payloadTrusted: true,
  hasFiles: true,
  ...facts,
});

describe("resume", () => {
  it.each<[JobState | null, ResumeState[]]>([
    [null, ["Downloading"]],
    ["Estimating", ["Downloading"]],
    ["Downloading", ["Processing", "Downloading"]],
    ["Processing", ["Recording", "Processing", "Downloading"]],
    ["Recording", ["Notify", "Recording", "Processing", "Downloading"]],
  ])("after %s the choices are %j", (last, choices) => {
    expect(resumeChoices(failed(last))).toEqual(choices);
  });

  it.each<[JobState | null, ResumeState[]]>([
    ["Downloading", ["Downloading"]],
    ["Processing", ["Recording", "Downloading"]],
  ])("after %s without its files the choices are %j", (last, choices) => {
    expect(resumeChoices(failed(last, { hasFiles: false }))).toEqual(choices);
  });

  it("takes an earlier stage on request, never a later one", () => {
    expect(chooseResume(failed("Processing"))).toBe("Recording");
    expect(chooseResume(failed("Processing"), "Downloading")).toBe("Downloading");
    expect(() => chooseResume(failed("Estimating"), "Recording")).toThrow(
      expect.objectContaining({ code: "resume_too_late" }),
    );
  });

  it("refuses a job that has not failed, and one that was corrupt from birth", () => {
    expect(() => chooseResume({ ...failed("Processing"), state: "Recording" })).toThrow(
      expect.objectContaining({ code: "not_failed" }),
    );
    expect(() => chooseResume(failed(null, { payloadTrusted: false }))).toThrow(
      expect.objectContaining({ code: "not_resumable" }),
    );
  });
});

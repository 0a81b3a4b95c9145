import { describe, expect, it } from "vitest";
import { chooseResume, decideResume, type Resumable, resumeChoices } from "./resume.ts";
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

  it("says of Processing without files that they are gone, and of a stage not reached that it is too late", () => {
    const gone = failed("Processing", { hasFiles: false });
    expect(decideResume(gone, "Processing")).toMatchObject({ kind: "refused", code: "no_working_files" });
    expect(decideResume(gone, "Notify")).toMatchObject({ kind: "refused", code: "resume_too_late" });
    expect(decideResume(failed("Estimating", { hasFiles: false }), "Processing")).toMatchObject({
      code: "resume_too_late",
    });
  });

  it("refuses a job that has not failed, and one that was corrupt from birth", () => {
    const recording = { ...failed("Processing"), state: "Recording" } as const;
    expect(resumeChoices(recording)).toEqual([]);
    expect(() => chooseResume(recording)).toThrow(expect.objectContaining({ code: "not_failed" }));
    expect(() => chooseResume(failed(null, { payloadTrusted: false }))).toThrow(
      expect.objectContaining({ code: "not_resumable" }),
    );
  });
});

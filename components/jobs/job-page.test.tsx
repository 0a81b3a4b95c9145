import { describe, expect, it } from "vitest";
import type { FaultView, JobView } from "../../core/contracts/views.ts";
import { jobQuery } from "../queries/jobs.ts";
import { draw, quietClient } from "../testing/draw.tsx";
import { job } from "../testing/job.ts";
import { JobPage } from "./job-page.tsx";

function page(part: Partial<JobView>) {
  const client = quietClient();
  client.setQueryData(jobQuery("job-1").queryKey, job(part));
  return draw(<JobPage id="job-1" />, { client, path: "/jobs/job-1" });
}

describe("why a job waits", () => {
  const waiting = (waitCode: string) =>
    page({
      state: "Provisioning",
      waitCode,
      waitReason: "A sentence about it.",
      waitPieces: ["A sentence about it."],
    });

  it.each([
    ["disk_full", true],
    ["object_busy", false],
  ])("%s is red when a person has to end it: %s", (code, isRed) => {
    const { html, text } = waiting(code);
    expect(text).toContain("A sentence about it.");
    expect(html.includes("border-person-solid bg-person-soft")).toBe(isRed);
  });
});

describe("what went wrong with a job", () => {
  const fault: FaultView = {
    code: "not_found",
    message: "The file is gone.",
    who: "depositor",
    problems: [],
  };

  it("is told while it has failed", () => {
    expect(page({ state: "Failed", fault }).text).toContain("What went wrong");
  });

  it("is not told any more once it runs again", () => {
    expect(page({ state: "Downloading", fault }).text).not.toContain("What went wrong");
  });
});

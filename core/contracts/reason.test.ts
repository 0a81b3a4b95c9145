import { describe, expect, it } from "vitest";
import { Reason } from "./reason.ts";
import { ActRequest, DeleteJobsRequest, HoldRequest, RequeueRequest } from "./requests.ts";

// "`reason` has 1 to 500 characters": docs/reference/api.md
describe("a reason", () => {
  it.each([
    ["one character", "x", true],
    ["500", "x".repeat(500), true],
    ["500 with white space around them", ` ${"x".repeat(500)}\n`, true],
    ["501", "x".repeat(501), false],
    ["nothing", "", false],
    ["white space alone", " \t\n", false],
  ])("of %s", (_, reason, fits) => {
    expect(Reason.safeParse(reason).success).toBe(fits);
    for (const request of [ActRequest, HoldRequest]) expect(request.safeParse({ reason }).success).toBe(fits);
    for (const request of [RequeueRequest, DeleteJobsRequest])
      expect(request.safeParse({ jobs: ["a"], reason }).success).toBe(fits);
  });

  it("is kept without the white space around it", () => {
    expect(Reason.parse(" the disks are full\n")).toBe("the disks are full");
  });
});

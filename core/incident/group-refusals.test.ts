import { expect, it } from "vitest";
import { groupRefusals } from "./group-refusals.ts";

it("groups refusals by code, most first, and of as many by code", () => {
  const late = { code: "resume_too_late", message: "Too late." } as const;
  const gone = { code: "no_working_files", message: "No files." } as const;
  const born = { code: "not_resumable", message: "Corrupt." } as const;
  expect(
    groupRefusals([
      { jobId: "a", ...late },
      { jobId: "b", ...born },
      { jobId: "c", ...gone },
      { jobId: "d", ...born },
    ]),
  ).toEqual([
    { ...born, count: 2, jobId: "b" },
    { ...gone, count: 1, jobId: "c" },
    { ...late, count: 1, jobId: "a" },
  ]);
  expect(groupRefusals([])).toEqual([]);
});

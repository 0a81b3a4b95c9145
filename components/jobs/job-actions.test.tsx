import { describe, expect, it } from "vitest";
import type { JobView } from "../../core/contracts/views.ts";
import { draw } from "../testing/draw.tsx";
import { job } from "../testing/job.ts";
import { JobActions } from "./job-actions.tsx";
import { JobProgress } from "./job-progress.tsx";
import { ResumeMenu } from "./resume-menu.tsx";

const NONE = job().may;

it.each([
  [NONE, []],
  [{ ...NONE, setPriority: true }, ["Change priority"]],
  [{ ...NONE, forceFail: true }, ["Force to fail"]],
  [{ ...NONE, delete: true }, ["Delete job"]],
])("offers what one may do to a job: %j", (may, buttons) => {
  expect(draw(<JobActions job={job({ may })} onDone={() => undefined} />).buttons).toEqual(buttons);
});

describe("resuming", () => {
  it.each<[JobView["resumeAt"], readonly string[]]>([
    [[], []],
    [["Recording"], ["Resume at Recording"]],
    [
      ["Recording", "Processing"],
      ["Resume at Recording", "Resume at an earlier stage"],
    ],
  ])("at %j offers the first at once, and earlier ones in a menu", (resumeAt, buttons) => {
    expect(draw(<ResumeMenu job={job({ resumeAt })} />).buttons).toEqual(buttons);
  });
});

describe("how much of a job's files has arrived", () => {
  const files = { count: 4, verified: 1, bytes: "2000", done: "500" };

  it.each<[string, Partial<JobView>, RegExp]>([
    ["is not told once it has ended", { state: "Completed", files }, /^$/],
    ["nor before anything is known", { container: { done: "0", total: null } }, /^$/],
    ["is told of its files", { state: "Downloading", files }, /1 of 4 files verified.*500 bytes of 2 kB/],
    [
      "and of a container while that comes",
      { state: "Downloading", files, container: { done: "300", total: "600" } },
      /Container.*300 bytes of 600 bytes/,
    ],
  ])("%s", (_, part, words) => {
    expect(draw(<JobProgress job={job(part)} />).text).toMatch(words);
  });
});

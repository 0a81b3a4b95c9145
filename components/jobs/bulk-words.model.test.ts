import { expect, it } from "vitest";
import { bulkButton, bulkCurl, bulkResult, groupRefusals, refusalsCsv } from "./bulk-words.model.ts";

it.each([
  [1, "Resume 1 job"],
  [1204, "Resume 1,204 jobs"],
])("a button for %i jobs says %s", (jobs, words) => {
  expect(bulkButton("requeue", jobs)).toBe(words);
});

it("says what was done and what not", () => {
  expect(bulkResult("delete", 3, 0)).toBe("3 jobs deleted.");
  expect(bulkResult("requeue", 0, 1)).toBe("0 jobs resumed, 1 job refused.");
});

it("groups refusals by their reason, the most frequent first", () => {
  const a = { jobId: "1", code: "not_failed", message: "The job is Held." };
  const b = { jobId: "2", code: "not_found", message: "There is none." };
  expect(groupRefusals([a, b, { ...b, jobId: "3" }])).toEqual([
    { code: "not_found", message: "There is none.", jobs: [b, { ...b, jobId: "3" }] },
    { code: "not_failed", message: "The job is Held.", jobs: [a] },
  ]);
});

it("writes refusals as CSV", () => {
  const csv = refusalsCsv([{ jobId: "jid-1", code: "x", message: 'says "no", always' }]);
  expect(csv).toBe('jobId,code,message\r\n"jid-1","x","says ""no"", always"');
});

it.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["a=1", "a=1"],
])("writes no cell that a spreadsheet would calculate: %j", (message, cell) => {
  expect(refusalsCsv([{ jobId: message, code: message, message }])).toBe(
    `jobId,code,message\r\n"${cell}","${cell}","${cell}"`,
  );
});

it("quotes the body of a curl line for the shell", () => {
  const line = bulkCurl("https://w.example.org", "jobs/delete", { reason: "it's old" });
  expect(line).toContain("https://w.example.org/api/v1/jobs/delete");
  expect(line.split("-d ")[1]).toBe(`'{"reason":"it'\\''s old"}'`);
});

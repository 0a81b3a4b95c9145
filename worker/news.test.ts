import { expect, it } from "vitest";
import { kindsOf } from "./news.ts";

const NOTHING = { tasks: false, mails: false, batches: [] };

it.each([
  ["nothing that is due", {}, []],
  ["a task", { tasks: true }, ["task"]],
  ["a mail", { mails: true }, ["mail"]],
  ["a batch: its lane, itself, its jobs", { batches: ["bid-1"] }, ["lane", "batch", "job"]],
  ["several", { tasks: true, batches: ["bid-1"] }, ["task", "lane", "batch", "job"]],
])("news of %s", (_, more, kinds) => {
  expect(kindsOf({ ...NOTHING, ...more })).toEqual(kinds);
});

import { expect, it } from "vitest";
import { type Done, judge, type KeptStep, type SeenTasks, type TaskRow } from "./judge.ts";

const NAMES = ["first", "second", "third"] as const;
const given = ["a", "b"].map((id) => ({ id, key: "one", told: `go ${id}` }));
const tokens = (id: string) => NAMES.map((name) => `${id}-${name}`);
const row = (id: string, more: Partial<TaskRow> = {}): TaskRow => ({
  id,
  state: "Succeeded",
  output: { tokens: tokens(id), told: `go ${id}` },
  ...more,
});
const kept = (id: string): KeptStep[] =>
  NAMES.map((name) => ({ taskId: id, name, fence: 1n, token: `${id}-${name}` }));
const done = (id: string): Done[] =>
  NAMES.map((step) => ({ taskId: id, step, fence: 1n, token: `${id}-${step}` }));

const GOOD: SeenTasks = {
  given,
  rows: [row("a"), row("b")],
  kept: [...kept("a"), ...kept("b")],
  done: [...done("a"), ...done("b")],
};
const NOTHING = { missing: [], extra: [], invented: [], again: [], mixed: [] };
const [first, ...others] = done("b");
const begunOnce: Done = {
  taskId: "b",
  step: "first",
  fence: 1n,
  token: "of a try that ended with its worker",
};

it.each<[string, Partial<SeenTasks>, object]>([
  ["all went well", {}, {}],
  [
    "a worker that had lost its task did a step again, and nothing of it was kept",
    { done: [...GOOD.done, { taskId: "a", step: "first", fence: 0n, token: "stale" }] },
    {},
  ],
  ["one is gone", { rows: [row("a")] }, { missing: ["there is no b"] }],
  ["one is not done", { rows: [row("a"), row("b", { state: "Dead" })] }, { missing: ["b is Dead"] }],
  [
    "one was told something else",
    { rows: [row("a"), row("b", { output: { tokens: tokens("b"), told: "go a" } })] },
    { missing: ['b was told "go a", not go b'] },
  ],
  [
    "one is there twice",
    {
      rows: [...GOOD.rows, row("c")],
      kept: [...GOOD.kept, ...kept("c")],
      done: [...GOOD.done, ...done("c")],
    },
    { extra: ["c"] },
  ],
  ["a step was kept that nobody did", { done: GOOD.done.slice(0, -1) }, { invented: ["b third"] }],
  [
    "an output is not what its steps returned",
    { rows: [row("a"), row("b", { output: { tokens: tokens("a"), told: "go b" } })] },
    { invented: ["b"] },
  ],
  [
    "a step that was kept was done again by the next worker",
    { done: [...GOOD.done, { taskId: "b", step: "second", fence: 2n, token: "again" }] },
    { again: ["b second under 2"] },
  ],
  [
    "one began before the one before it had ended",
    { done: [begunOnce, ...done("a"), ...(first ? [first] : []), ...others] },
    { mixed: ["b before the end of a"] },
  ],
])("%s", (_, more, found) => {
  expect(judge({ ...GOOD, ...more }).found).toEqual({ ...NOTHING, ...found });
});

it("counts the steps that were done more than once", () => {
  expect(judge({ ...GOOD, done: [...done("a"), begunOnce, ...done("b")] })).toMatchObject({
    tasks: 2,
    repeatedSteps: 1,
  });
});

import { describe, expect, it } from "vitest";
import type { TaskStepView, TaskView } from "../../core/contracts/task-views.ts";
import { textOf } from "../../core/sentence.ts";
import { task, taskStep } from "../testing/task.ts";
import { rowWords, stepWords, stopsOf, taskWait } from "./task-words.model.ts";

const LATER = "2026-03-01T14:32:00Z";
const event = (part: Partial<TaskStepView> = {}) =>
  taskStep({ name: "event approved", kind: "event", finishedAt: null, ...part });
const first = (state: "Waiting" | "Dead") => [{ id: "tid-0", state }];

describe("what a task waits for", () => {
  it.each<[Partial<TaskView>, readonly TaskStepView[], string, boolean]>([
    [{}, [], "Waits for a worker.", false],
    [{ dueAt: null }, [], "Waits for its turn.", false],
    [
      { dueAt: null, ahead: { count: 2, first: first("Waiting") } },
      [],
      "Waits for 2 tasks of the same lane before it.",
      false,
    ],
    [
      { dueAt: null, ahead: { count: 1_000, first: first("Waiting") } },
      [],
      "Waits for 1,000 tasks or more of the same lane before it.",
      false,
    ],
    [
      { dueAt: null, ahead: { count: 1, first: first("Dead") } },
      [],
      "Waits for 1 task of the same lane before it. The first has been given up. Operator: retry or cancel that one.",
      true,
    ],
    [{ state: "Sleeping", dueAt: LATER }, [], "Sleeps. Waybill goes on at 2026-03-01 14:32 UTC.", false],
    [{ state: "Retrying", dueAt: LATER }, [], "Waybill retries at 2026-03-01 14:32 UTC.", false],
    [
      { state: "Waiting", dueAt: null },
      [taskStep(), event()],
      "Waits for the event “approved”, for as long as it takes.",
      false,
    ],
    [
      { state: "Waiting", dueAt: LATER },
      [event({ until: LATER }), event({ name: "event paid", until: "2026-03-02T00:00:00Z" })],
      "Waits for the events “approved” and “paid”, until 2026-03-01 14:32 UTC.",
      false,
    ],
    [
      { state: "Dead", dueAt: null },
      [],
      "Given up. Operator: retry it once the cause is gone, or cancel it.",
      true,
    ],
    [
      { state: "Paused", dueAt: null },
      [],
      "Its tries are used up. Operator: retry it once the cause is gone, or cancel it.",
      true,
    ],
  ])("%j with %j", (part, steps, words, isPersons) => {
    const wait = taskWait(task(part), steps);
    expect([textOf(wait?.words ?? []), wait?.isPersons]).toEqual([words, isPersons]);
  });

  it.each(["Running", "Succeeded", "Cancelled"] as const)("nothing is said of one that is %s", (state) => {
    expect(taskWait(task({ state }), [])).toBeUndefined();
  });
});

describe("a step", () => {
  it.each<[Partial<TaskStepView>, string, string, string]>([
    [{}, "write", "done", ""],
    [{ failures: 2 }, "write", "done", "after 3 tries"],
    [{ failures: 4, error: "away" }, "write", "failed", "given up after 5 tries"],
    [{ error: "wrong" }, "write", "failed", "given up after 1 try"],
    [{ failures: 1, error: "away", finishedAt: null }, "write", "waiting", "failed once so far"],
    [{ failures: 3, error: "away", finishedAt: null }, "write", "waiting", "failed 3 times so far"],
    [{ kind: "sleep", name: "sleep 1", finishedAt: null }, "sleep 1", "waiting", ""],
    [{ kind: "event", name: "event approved", output: [1] }, "approved", "done", "has come"],
    [{ kind: "event", name: "event approved", output: [] }, "approved", "done", "did not come in time"],
    [{ kind: "failure", name: "waybill:failure" }, "Handler on failure", "done", ""],
  ])("%j is called %s, is %s, and is told to be %j", (part, title, status, words) => {
    const step = taskStep(part);
    expect(stopsOf([step])).toMatchObject([{ title, status }]);
    expect(stepWords(step)).toBe(words);
  });
});

describe("what a row says of a task", () => {
  const error = { code: "failed", message: "the source is away" };
  it.each<[Partial<TaskView>, string]>([
    [{}, "Olga"],
    [{ lane: '["Ada"]' }, 'Olga, lane ["Ada"]'],
    [{ state: "Dead", error }, "the source is away"],
    [{ state: "Retrying", error: { ...error, step: "count" } }, "count: the source is away"],
    [{ state: "Cancelled", error }, "Olga"],
  ])("%j: %s", (part, words) => {
    expect(rowWords(task(part))).toBe(words);
  });
});

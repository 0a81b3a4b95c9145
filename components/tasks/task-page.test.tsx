import { describe, expect, it } from "vitest";
import type { TaskStepView, TaskView } from "../../core/contracts/task-views.ts";
import { rowsData } from "../queries/rows.ts";
import { taskCountsQuery, taskKindsQuery, taskQuery, taskStepsQuery, tasksQuery } from "../queries/tasks.ts";
import { taskFilter } from "../rows/list-filters.model.ts";
import { draw, quietClient } from "../testing/draw.tsx";
import { task, taskStep } from "../testing/task.ts";
import { KindsPage } from "./kinds-page.tsx";
import { TaskList } from "./task-list.tsx";
import { TaskPage } from "./task-page.tsx";

function page(part: Partial<TaskView> = {}, steps: readonly TaskStepView[] = []) {
  const client = quietClient();
  client.setQueryData(taskQuery("tid-1").queryKey, task(part));
  client.setQueryData(taskStepsQuery("tid-1").queryKey, steps);
  return draw(<TaskPage id="tid-1" />, { client, path: "/tasks/tid-1" });
}

const ACTS = ["Cancel task", "Send event", "Retry task"];
const acts = ({ buttons }: ReturnType<typeof page>) => ACTS.filter((act) => buttons.includes(act));

describe("a task's page", () => {
  it.each<[TaskView["may"], readonly string[]]>([
    [{ cancel: false, retry: false, sendEvent: false }, []],
    [{ cancel: true, retry: false, sendEvent: true }, ["Cancel task", "Send event"]],
    [{ cancel: true, retry: true, sendEvent: false }, ["Cancel task", "Retry task"]],
  ])("with %j offers %j", (may, offered) => {
    expect(acts(page({ may }))).toEqual(offered);
  });

  it("has at most one main act: to retry what is dead, to send what is waited for", () => {
    const filled = (html: string) => html.match(/bg-accent text-on-accent/g)?.length ?? 0;
    const waits = taskStep({ name: "event approved", kind: "event", finishedAt: null });
    const may = { cancel: true, retry: false, sendEvent: true };
    expect(filled(page({ state: "Waiting", dueAt: null, may }, [waits]).html)).toBe(1);
    expect(filled(page({ may }).html)).toBe(0);
    expect(filled(page({ state: "Dead", may: { cancel: true, retry: true, sendEvent: false } }).html)).toBe(
      1,
    );
  });

  it("names what stands before it, with a link", () => {
    const ahead = { count: 3, first: [{ id: "tid-0", state: "Running" as const }] };
    const { text, html } = page({ dueAt: null, lane: '["Ada"]', laneSeq: "7", ahead });
    expect(text).toContain("Waits for 3 tasks of the same lane before it. tid-0Running");
    expect(html).toContain('href="/tasks/tid-0"');
    expect(html).toContain('href="/tasks?name=greet&amp;lane=%5B%22Ada%22%5D"');
  });

  it("tells what went wrong while that counts", () => {
    const error = { code: "failed", message: "the source is away", step: "count" };
    expect(page({ state: "Dead", error }).text).toContain(
      "What went wrong the source is away In the step “count”",
    );
    expect(page({ state: "Retrying", error }).text).toContain("The last failure the source is away");
    expect(page({ state: "Cancelled", error }).text).not.toContain("the source is away");
  });

  it("shows fifty steps at once, and a running one behind those that are kept", () => {
    const steps = Array.from({ length: 60 }, (_, at) => taskStep({ name: `page ${at + 1}` }));
    const { buttons, text } = page({ state: "Running" }, steps);
    expect(buttons).toContain("Show 10 earlier");
    expect(text).not.toContain("page 10 Step");
    expect(text).toContain("page 11 Step");
    expect(text).toContain("A worker is at the next step.");
  });

  it("folds JSON that is long, and not what is short", () => {
    expect(page({ input: { who: "Ada" } }).text).not.toContain("lines of JSON");
    expect(page({ input: Array.from({ length: 40 }, (_, at) => at) }).text).toContain(
      "Show 42 lines of JSON",
    );
  });

  it("tells each move with who and why, the latest first", () => {
    const moves = [
      { at: "2026-03-01T11:00:00Z", from: null, to: "Accepted", actor: "Olga", reason: null },
      { at: "2026-03-01T11:00:05Z", from: "Accepted", to: "Running", actor: "worker-1", reason: null },
      { at: "2026-03-01T11:01:00Z", from: "Dead", to: "Accepted", actor: "Ben", reason: "repaired" },
    ] as const;
    const { text } = page({ moves });
    expect(text).toMatch(
      /Timeline Tried againAccepted .*by Benafter 55 s repaired Running .*by worker-1after 5\.0 s Accepted .*by Olga/,
    );
  });
});

describe("the list of tasks", () => {
  function list(search: string, counts: Partial<Record<TaskView["state"], number>>) {
    const client = quietClient();
    const filter = taskFilter((name) => new URLSearchParams(search).get(name) ?? undefined);
    const none = {
      Accepted: 0,
      Running: 0,
      Sleeping: 0,
      Waiting: 0,
      Retrying: 0,
      Paused: 0,
      Failed: 0,
      Dead: 0,
      Succeeded: 0,
      Cancelled: 0,
    };
    client.setQueryData(tasksQuery(filter).queryKey, rowsData({ items: [], next: null }, undefined));
    client.setQueryData(taskCountsQuery().queryKey, { most: 1_000, states: { ...none, ...counts } });
    client.setQueryData(taskKindsQuery().queryKey, []);
    return draw(<TaskList />, { client, path: "/tasks", search });
  }

  it("counts by state, and says so where there are more than are counted", () => {
    const { buttons } = list("", { Dead: 12, Succeeded: 1_000 });
    expect(buttons).toContain("Dead 12");
    expect(buttons).toContain("Succeeded 1,000+");
    expect(buttons.some((name) => name.startsWith("Running"))).toBe(false);
  });

  it("says what would appear, or that the filters hide it", () => {
    expect(list("", {}).text).toContain("No tasks yet. Durable work appears here: scheduled fixity, copies");
    expect(list("state=Dead", {}).text).toContain("Nothing matches these filters.");
  });
});

it("kinds tell when they begin, and only those that are open can be started", () => {
  const client = quietClient();
  const kind = { version: 2, description: null, schema: null, key: [], needsKey: true } as const;
  const nightly = {
    name: "nightly",
    cron: "30 2 * * *",
    timeZone: "Europe/Berlin",
    nextAt: "2026-03-02T01:30:00Z",
  };
  client.setQueryData(taskKindsQuery().queryKey, [
    { ...kind, name: "greet", isOpen: true, key: ["who"], schedules: [] },
    { ...kind, name: "waybill.fixity", isOpen: false, schedules: [nightly] },
  ]);
  const { buttons, text } = draw(<KindsPage />, { client, path: "/tasks/kinds" });
  expect(buttons.filter((name) => name.startsWith("Start "))).toEqual(["Start greet"]);
  expect(text).toContain("By the schedule nightly: 30 2 * * * in Europe/Berlin, next in 13 h");
  expect(text).toContain("one after the other, for the same who");
});

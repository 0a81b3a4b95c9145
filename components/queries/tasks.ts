import { queryOptions } from "@tanstack/react-query";
import type { TaskRetryRequest } from "../../core/contracts/task-requests.ts";
import type {
  TaskCounts,
  TaskKindView,
  TaskRow,
  TaskStarted,
  TaskStepView,
  TaskView,
} from "../../core/contracts/task-views.ts";
import type { TaskState } from "../../core/task/states.ts";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type TaskFilter = {
  readonly name?: string | undefined;
  readonly state?: TaskState | undefined;
  readonly lane?: string | undefined;
  readonly submitter?: string | undefined;
  /** Days, as 2026-01-31. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
};

/** What changes as time passes, and no change tells: workers that no longer name a task, and a schedule's next time. */
const KINDS_MS = 30_000;

const pathOf = (task: string) => `tasks/${encodeURIComponent(task)}`;

export function tasksQuery(filter: TaskFilter) {
  return rowsQuery<TaskRow>(["tasks", filter], "tasks", filter);
}

/** How many tasks are in each state. */
export function taskCountsQuery() {
  return queryOptions({
    queryKey: ["task-counts"],
    queryFn: ({ signal }) => request<TaskCounts>("task-counts", { signal }),
  });
}

/** The tasks that workers know. */
export function taskKindsQuery() {
  return queryOptions({
    queryKey: ["task-kinds"],
    queryFn: ({ signal }) => request<readonly TaskKindView[]>("task-kinds", { signal }),
    refetchInterval: KINDS_MS,
  });
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ["task", id],
    queryFn: ({ signal }) => request<TaskView>(pathOf(id), { signal }),
  });
}

/** What a task has done, without long outputs. */
export function taskStepsQuery(id: string) {
  return queryOptions({
    queryKey: ["task-steps", id],
    queryFn: ({ signal }) => request<readonly TaskStepView[]>(`${pathOf(id)}/steps`, { signal }),
  });
}

/** One step with its output; null once it is gone. */
export function taskStepQuery(id: string, name: string) {
  return queryOptions({
    queryKey: ["task-step", id, name],
    queryFn: async ({ signal }) => {
      const steps = await request<readonly TaskStepView[]>(`${pathOf(id)}/steps`, {
        query: { name },
        signal,
      });
      return steps[0] ?? null;
    },
  });
}

export type TaskStart = { readonly name: string; readonly input: unknown; readonly idempotencyKey: string };

export function startTask({ name, input, idempotencyKey }: TaskStart): Promise<TaskStarted> {
  return request<TaskStarted>(pathOf(name), { method: "POST", body: input, idempotencyKey });
}

export function cancelTask(id: string, reason: string): Promise<TaskView> {
  return request<TaskView>(`${pathOf(id)}/cancel`, { method: "POST", body: { reason } });
}

export function retryTask(id: string, ask: TaskRetryRequest): Promise<TaskView> {
  return request<TaskView>(`${pathOf(id)}/retry`, { method: "POST", body: ask });
}

export function sendTaskEvent(id: string, event: string, payload: unknown): Promise<TaskView> {
  return request<TaskView>(`${pathOf(id)}/events/${encodeURIComponent(event)}`, {
    method: "POST",
    body: payload,
  });
}

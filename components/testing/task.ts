import type { TaskStepView, TaskView } from "../../core/contracts/task-views.ts";

const AT = "2026-03-01T11:00:00Z";

/** A task that waits for a worker, as somebody sees it who may do nothing, but for what a test says of it. */
export function task(part: Partial<TaskView> = {}): TaskView {
  return {
    id: "tid-1",
    name: "greet",
    version: 1,
    state: "Accepted",
    stateAt: AT,
    createdAt: AT,
    endedAt: null,
    dueAt: AT,
    submitter: "Olga",
    position: null,
    lane: null,
    laneSeq: null,
    failures: 0,
    kills: 0,
    error: null,
    input: { who: "Ada" },
    output: null,
    idempotencyKey: null,
    lastStep: null,
    ahead: null,
    moves: [{ at: AT, from: null, to: "Accepted", actor: "Olga", reason: null }],
    may: { cancel: false, retry: false, sendEvent: false },
    ...part,
  };
}

/** A step that was kept, with nothing returned, but for what a test says of it. */
export function taskStep(part: Partial<TaskStepView> = {}): TaskStepView {
  return {
    name: "write",
    kind: "step",
    output: null,
    isCut: false,
    error: null,
    failures: 0,
    startedAt: AT,
    finishedAt: "2026-03-01T11:00:02Z",
    until: null,
    ...part,
  };
}

/** A task's states and moves, as data. Source: docs/reference/tasks.md, "States". */
export const TASK_STATES = [
  "Accepted",
  "Running",
  "Sleeping",
  "Waiting",
  "Retrying",
  "Paused",
  "Failed",
  "Dead",
  "Succeeded",
  "Cancelled",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** States a worker acts in once the task is due. In Failed it runs the handler on failure. */
export const TASK_WORKED = [
  "Accepted",
  "Running",
  "Sleeping",
  "Waiting",
  "Retrying",
  "Failed",
] as const satisfies readonly TaskState[];

/** Begun and not ended: the next task of its key does not start. */
export const TASK_BEGUN = [
  "Running",
  "Sleeping",
  "Waiting",
  "Retrying",
  "Paused",
  "Failed",
] as const satisfies readonly TaskState[];

/** Nothing more happens by itself. Of these only Dead can be left, by a person. */
const TASK_ENDED = ["Dead", "Succeeded", "Cancelled"] as const satisfies readonly TaskState[];

/** States from which a person may have a task tried again. */
export const TASK_STUCK = ["Paused", "Dead"] as const satisfies readonly TaskState[];

/** Moves the worker makes. */
export const TASK_WORKER_MOVES = {
  Accepted: ["Running"],
  Running: ["Sleeping", "Waiting", "Retrying", "Paused", "Failed", "Dead", "Succeeded"],
  Sleeping: ["Running"],
  Waiting: ["Running"],
  Retrying: ["Running"],
  Paused: [],
  Failed: ["Dead"],
  Dead: [],
  Succeeded: [],
  Cancelled: [],
} as const satisfies Record<TaskState, readonly TaskState[]>;

/** Moves that take a person: cancel, and retry. */
export const TASK_PERSON_MOVES = {
  Accepted: ["Cancelled"],
  Running: ["Cancelled"],
  Sleeping: ["Cancelled"],
  Waiting: ["Cancelled"],
  Retrying: ["Cancelled"],
  Paused: ["Accepted", "Cancelled"],
  Failed: ["Cancelled"],
  Dead: ["Accepted", "Cancelled"],
  Succeeded: [],
  Cancelled: [],
} as const satisfies Record<TaskState, readonly TaskState[]>;

/** May a task go `from` one state `to` another, moved by the worker or by a person? */
export function canMoveTask(from: TaskState, to: TaskState, by: "worker" | "person"): boolean {
  const moves: Record<TaskState, readonly TaskState[]> =
    by === "worker" ? TASK_WORKER_MOVES : TASK_PERSON_MOVES;
  return moves[from].includes(to);
}

export function hasTaskEnded(state: TaskState): boolean {
  return (TASK_ENDED as readonly TaskState[]).includes(state);
}

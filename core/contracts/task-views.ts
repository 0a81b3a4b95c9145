import type { TaskFailure } from "../task/define-task.ts";
import type { TaskState } from "../task/states.ts";

/** What is answered when a task is started. `created` false: the Idempotency-Key came before, and this is that task as it was then. */
export type TaskStarted = {
  readonly id: string;
  readonly name: string;
  readonly state: "Accepted";
  readonly position: null;
  readonly created: boolean;
};

/** A task as lists show it. `lane`: the key it shares with those it waits for. `dueAt`: when it goes on by itself. */
export type TaskRow = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly state: TaskState;
  readonly stateAt: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly dueAt: string | null;
  readonly submitter: string;
  readonly position: string | null;
  readonly lane: string | null;
  readonly laneSeq: string | null;
  /** Tries that have failed, of steps and outside of them. */
  readonly failures: number;
  /** Workers that have died over it since it last got further. */
  readonly kills: number;
  readonly error: TaskFailure | null;
};

/** How many tasks are in each state, counted up to `most`. */
export type TaskCounts = { readonly most: number; readonly states: Readonly<Record<TaskState, number>> };

/**
 * What a task of a lane waits for: those that stand before it, first the one that is waited for now, five at most. `count`:
 * all of them, counted up to 1,000.
 */
export type TasksAhead = {
  readonly count: number;
  readonly first: readonly { readonly id: string; readonly state: TaskState }[];
};

export type TaskMoveView = {
  readonly at: string;
  readonly from: TaskState | null;
  readonly to: TaskState;
  readonly actor: string;
  readonly reason: string | null;
};

/**
 * A task. `moves`: the latest, oldest first. `lastStep`: the one kept last. `ahead`: null unless it waits for others of its
 * lane. `may`: what whoever asks may do with it now.
 */
export type TaskView = TaskRow & {
  readonly input: unknown;
  readonly output: unknown;
  readonly idempotencyKey: string | null;
  readonly lastStep: string | null;
  readonly ahead: TasksAhead | null;
  readonly moves: readonly TaskMoveView[];
  readonly may: { readonly cancel: boolean; readonly retry: boolean; readonly sendEvent: boolean };
};

/**
 * A step. `failure`: the handler on failure. `isCut`: its output is long and left out (null) here, and is in the answer for
 * this step alone. `until`: of a wait that ends by itself; a sleep is finished then.
 */
export type TaskStepView = {
  readonly name: string;
  readonly kind: "step" | "sleep" | "event" | "failure";
  readonly output: unknown;
  readonly isCut: boolean;
  readonly error: string | null;
  readonly failures: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly until: string | null;
};

export type TaskScheduleView = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly nextAt: string;
};

/** A task that workers know. `schema`: JSON Schema of the input, where it can be said. */
export type TaskKindView = {
  readonly name: string;
  readonly version: number;
  readonly description: string | null;
  readonly schema: unknown;
  readonly key: readonly string[];
  readonly isOpen: boolean;
  readonly needsKey: boolean;
  readonly schedules: readonly TaskScheduleView[];
};

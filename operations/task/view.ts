import { type Actor, can } from "../../core/access/roles.ts";
import type { TaskRow, TaskStepView, TasksAhead, TaskView } from "../../core/contracts/task-views.ts";
import { canMoveTask, hasTaskEnded } from "../../core/task/states.ts";
import type { TaskDetails, TaskListRow, TaskStepRow } from "../../prisma/store/task/read.ts";

/** A task as lists show it. */
export function taskRow(row: TaskListRow): TaskRow {
  const { id, name, version, state, submitter, lane, failures, kills, error } = row;
  return {
    id,
    name,
    version,
    state,
    stateAt: row.stateAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    submitter,
    position: row.position?.toString() ?? null,
    lane,
    laneSeq: row.laneSeq?.toString() ?? null,
    failures,
    kills,
    error,
  };
}

/** A task as its page shows it, with what this actor may do with it. */
export function taskView(actor: Actor, task: TaskDetails, ahead: TasksAhead | null): TaskView {
  const { input, output, idempotencyKey, lastStep, state } = task;
  const mayAct = can(actor, "run-tasks");
  return {
    ...taskRow(task),
    input,
    output,
    idempotencyKey,
    lastStep,
    ahead,
    moves: task.moves.map((move) => ({ ...move, at: new Date(move.at).toISOString() })),
    may: {
      cancel: mayAct && canMoveTask(state, "Cancelled", "person"),
      retry: mayAct && canMoveTask(state, "Accepted", "person"),
      sendEvent: mayAct && !hasTaskEnded(state),
    },
  };
}

export function taskStepView({ startedAt, finishedAt, until, ...step }: TaskStepRow): TaskStepView {
  return {
    ...step,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}

import type { TaskFailure } from "../../../core/task/define-task.ts";
import type { TaskState } from "../../../core/task/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";

export type TaskListRow = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly state: TaskState;
  readonly stateAt: Date;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly dueAt: Date | null;
  readonly submitter: string;
  readonly position: bigint | null;
  readonly lane: string | null;
  readonly laneSeq: bigint | null;
  readonly failures: number;
  readonly kills: number;
  readonly error: TaskFailure | null;
};

const ROW = Prisma.sql`task.id, task.name, task.version, task.state, task.state_at AS "stateAt",
  task.created_at AS "createdAt", task.ended_at AS "endedAt", task.due_at AS "dueAt", task.submitter,
  (SELECT position FROM sequenced WHERE kind = 'task' AND item_id = task.id AND ending = 0) AS position,
  (SELECT key FROM task_lane WHERE task_lane.id = task.lane_id) AS lane, task.lane_seq AS "laneSeq",
  task.failures, task.kills, task.error`;

/** Tasks, newest first, one more than `limit`. */
export async function listTasks(
  tx: Sql,
  filter: {
    readonly name?: string | undefined;
    readonly state?: TaskState | undefined;
    readonly after: TimeCursor | undefined;
    readonly limit: number;
  },
): Promise<TaskListRow[]> {
  const { name, state, after, limit } = filter;
  return tx.$queryRaw<TaskListRow[]>`
    SELECT ${ROW} FROM task
    WHERE ${name === undefined ? Prisma.sql`TRUE` : Prisma.sql`name = ${name}`}
      AND ${state === undefined ? Prisma.sql`TRUE` : Prisma.sql`state = ${state}::task_state`}
      AND ${after ? Prisma.sql`(created_at, id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit + 1}`;
}

type MoveRow = {
  readonly at: string;
  readonly from: TaskState | null;
  readonly to: TaskState;
  readonly actor: string;
  readonly reason: string | null;
};

/** A task as its page shows it. `moves`: the latest, oldest first; their times as PostgreSQL writes them in JSON. */
export type TaskDetails = TaskListRow & {
  readonly input: unknown;
  readonly output: unknown;
  readonly idempotencyKey: string | null;
  readonly lastStep: string | null;
  readonly moves: readonly MoveRow[];
};

const MOST_MOVES = 200;

export async function findTask(tx: Sql, id: string): Promise<TaskDetails | undefined> {
  const [task] = await tx.$queryRaw<TaskDetails[]>`
    SELECT ${ROW}, task.input, task.output, task.idempotency_key AS "idempotencyKey",
      (SELECT step.name FROM task_step AS step
        WHERE step.task_id = task.id AND step.finished_at IS NOT NULL AND step.error IS NULL AND step.kind <> 'failure'
        ORDER BY step.finished_at DESC, step.name LIMIT 1) AS "lastStep",
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('at', at, 'from', "from", 'to', "to", 'actor', actor, 'reason', reason)
          ORDER BY id), '[]')
        FROM (SELECT * FROM task_event WHERE task_id = task.id ORDER BY id DESC LIMIT ${MOST_MOVES}) AS latest) AS moves
    FROM task WHERE task.id = ${id}`;
  return task;
}

/** The state of a task alone, for whoever waits. */
export async function findTaskState(tx: Sql, id: string): Promise<TaskState | undefined> {
  const [task] = await tx.$queryRaw<{ state: TaskState }[]>`SELECT state FROM task WHERE id = ${id}`;
  return task?.state;
}

export type TaskStepRow = {
  readonly name: string;
  readonly kind: "step" | "sleep" | "event" | "failure";
  readonly output: unknown;
  readonly isCut: boolean;
  readonly error: string | null;
  readonly failures: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly until: Date | null;
};

const MOST_STEPS = 1_000;
/** The longest output in a list, in bytes of its JSON: with so many steps, an answer has four megabytes of them at most. */
const MOST_LISTED = 4_096;

/**
 * The steps of a task in the order in which they began, the latest thousand, without outputs that are long (`isCut`); with
 * `name`, that one, with its output.
 */
export async function listTaskSteps(tx: Sql, taskId: string, name?: string): Promise<TaskStepRow[]> {
  const isCut =
    name === undefined
      ? Prisma.sql`COALESCE(octet_length(output::text) > ${MOST_LISTED}, false)`
      : Prisma.sql`false`;
  return tx.$queryRaw<TaskStepRow[]>`
    SELECT name, kind, CASE WHEN NOT "isCut" THEN output END AS output, "isCut", error, failures, "startedAt", "finishedAt", until
    FROM (
      SELECT name, kind, output, ${isCut} AS "isCut", error, failures, started_at AS "startedAt",
        finished_at AS "finishedAt", until
      FROM task_step
      WHERE task_id = ${taskId} AND ${name === undefined ? Prisma.sql`TRUE` : Prisma.sql`name = ${name}`}
      ORDER BY started_at DESC, name DESC LIMIT ${MOST_STEPS}
    ) AS latest ORDER BY "startedAt", name`;
}

import type { TaskFailure } from "../../../core/task/define-task.ts";
import type { TaskState } from "../../../core/task/states.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";
import { searching } from "../search.ts";

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
  readonly laneId: string | null;
  readonly lane: string | null;
  readonly laneSeq: bigint | null;
  readonly failures: number;
  readonly kills: number;
  readonly error: TaskFailure | null;
};

const ROW = Prisma.sql`task.id, task.name, task.version, task.state, task.state_at AS "stateAt",
  task.created_at AS "createdAt", task.ended_at AS "endedAt", task.due_at AS "dueAt", task.submitter,
  (SELECT position FROM sequenced WHERE kind = 'task' AND item_id = task.id AND ending = 0) AS position,
  (SELECT key FROM task_lane WHERE task_lane.id = task.lane_id) AS lane, task.lane_id AS "laneId", task.lane_seq AS "laneSeq",
  task.failures, task.kills, task.error`;

/** As core/contracts/task-requests.ts has it. */
export type TaskFilter = {
  readonly name?: string | undefined;
  readonly state?: TaskState | undefined;
  readonly lane?: string | undefined;
  readonly submitter?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

/**
 * Tasks, newest first, one more than `limit`. No index has submitters, so that somebody who has started hardly any may be
 * looked for in vain.
 * @throws WaybillError `search_too_slow`
 */
export async function listTasks(
  db: Db,
  filter: TaskFilter & { readonly after: TimeCursor | undefined; readonly limit: number },
): Promise<TaskListRow[]> {
  const { after, limit, submitter } = filter;
  const where = conditionsOf(filter);
  if (after) where.push(Prisma.sql`(created_at, id) < (${after.at}, ${after.id})`);
  const rows = Prisma.sql`
    SELECT ${ROW} FROM task
    WHERE ${where.length > 0 ? Prisma.join(where, " AND ") : Prisma.sql`TRUE`}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit + 1}`;
  if (submitter === undefined) return db.$queryRaw<TaskListRow[]>(rows);
  return searching<TaskListRow>(db, rows, "Narrow it by a task's name, its state or days.");
}

function conditionsOf({ name, state, lane, submitter, from, to }: TaskFilter): Prisma.Sql[] {
  return [
    name === undefined ? undefined : Prisma.sql`name = ${name}`,
    state && Prisma.sql`state = ${state}::task_state`,
    lane === undefined ? undefined : ofLane(lane),
    submitter === undefined ? undefined : Prisma.sql`submitter = ${submitter}`,
    from && Prisma.sql`created_at >= ${from}`,
    to && Prisma.sql`created_at < ${to}`,
  ].filter((condition) => condition !== undefined);
}

/** A condition: the task is of a lane with this key, whatever its name. A lane is found by name and key. */
function ofLane(key: string): Prisma.Sql {
  return Prisma.sql`lane_id = ANY(ARRAY(
    SELECT lane.id FROM task_kind AS kind JOIN task_lane AS lane ON lane.name = kind.name AND lane.key = ${key}))`;
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
 * `name`, that one, with its output. A sleep has finished once its time has come: nobody writes that down.
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
        COALESCE(finished_at, CASE WHEN kind = 'sleep' AND until <= clock_timestamp() THEN until END) AS "finishedAt", until
      FROM task_step
      WHERE task_id = ${taskId} AND ${name === undefined ? Prisma.sql`TRUE` : Prisma.sql`name = ${name}`}
      ORDER BY started_at DESC, name DESC LIMIT ${MOST_STEPS}
    ) AS latest ORDER BY "startedAt", name`;
}

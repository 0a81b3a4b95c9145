import type { TaskFailure } from "../../../core/task/define-task.ts";
import { canMoveTask, hasTaskEnded, type TaskState } from "../../../core/task/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/**
 * A move. `fence`: of the worker that makes it; a person makes it without. `dueInMs`: when the task is due then; null: not
 * before something happens. `failures`: how many tries have failed; left out: as many as before.
 * `keepsLease`: the worker goes on with it.
 */
export type TaskMove = {
  readonly id: string;
  readonly from: TaskState;
  readonly to: TaskState;
  readonly actor: string;
  readonly fence?: bigint | undefined;
  readonly dueInMs: number | null;
  readonly failures?: number | undefined;
  readonly error?: TaskFailure | null | undefined;
  /** JSON. */
  readonly output?: string | undefined;
  readonly reason?: string | undefined;
  readonly keepsLease?: boolean;
};

/**
 * The one function by which a task changes its state, but for beginTask: it writes the move's event in the same statement.
 * The lease ends with it. A person's move takes the task from whoever works it.
 * @returns false: the task is in another state, or the lease is lost; nothing was changed
 */
export async function moveTask(tx: Sql, move: TaskMove): Promise<boolean> {
  const { id, from, to, fence, dueInMs } = move;
  if (!canMoveTask(from, to, fence === undefined ? "person" : "worker"))
    throw new Error(`a task does not go from ${from} to ${to}`);
  const isMine =
    fence === undefined ? Prisma.sql`TRUE` : Prisma.sql`fence = ${fence} AND lease_owner IS NOT NULL`;
  const lease = move.keepsLease
    ? Prisma.empty
    : Prisma.sql`, lease_owner = NULL, lease_until = NULL,
        due_at = clock_timestamp() + ${dueInMs}::float8 * interval '1 millisecond'`;
  const moved = await tx.$executeRaw`
    WITH moved AS (
      UPDATE task SET state = ${to}::task_state, state_at = clock_timestamp(), kills = 0, kill_fences = '{}',
        ended_at = CASE WHEN ${hasTaskEnded(to)} THEN clock_timestamp() END,
        fence = fence + ${fence === undefined ? 1 : 0},
        failures = COALESCE(${move.failures ?? null}::int, failures),
        error = ${move.error === undefined ? Prisma.sql`error` : Prisma.sql`${jsonOf(move.error)}::jsonb`},
        output = COALESCE(${move.output ?? null}::jsonb, output)${lease}
      WHERE id = ${id} AND state = ${from}::task_state AND ${isMine}
      RETURNING id
    )
    INSERT INTO task_event (task_id, "from", "to", actor, reason)
    SELECT id, ${from}::task_state, ${to}::task_state, ${move.actor}, ${move.reason ?? null} FROM moved`;
  return moved > 0;
}

function jsonOf(error: TaskFailure | null): string | null {
  return error && JSON.stringify(error);
}

import type { Sql } from "../../sql.ts";
import { callNext, drawPlace } from "./lane.ts";

/** A task to be accepted. `input`: JSON. `lane`: the one it joins if it has a key; its id counts if it is new. */
export type NewTask = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly blocksLane: boolean;
  readonly input: string;
  readonly fingerprint: string;
  readonly idempotencyKey: string | null;
  readonly submitterId: string;
  readonly submitter: string;
  readonly lane?: { readonly id: string; readonly key: string } | undefined;
};

/**
 * Accepts a task: with its first event, and at the end of its lane if it has one, due unless it has to wait there. A trigger
 * enters it in the order of everything. A task of a lane needs a transaction. `atKey`: called once the place in the lane is
 * drawn; what waits after it waits for another request with the same key.
 * @returns false: the idempotency key was used before (`findTaskOfKey`), and the transaction has to be rolled back
 */
export async function insertTask(tx: Sql, task: NewTask, atKey?: () => Promise<void>): Promise<boolean> {
  const { id, name, lane } = task;
  const place = lane && (await drawPlace(tx, { ...lane, name }));
  await atKey?.();
  const inserted = await tx.$executeRaw`
    WITH accepted AS (
      INSERT INTO task (id, name, version, lane_id, lane_seq, blocks_lane, input, fingerprint, idempotency_key,
        submitter_id, submitter, state, state_at, created_at, due_at)
      SELECT ${id}, ${name}, ${task.version}, ${place?.id ?? null}, ${place?.seq ?? null}::bigint, ${task.blocksLane},
        ${task.input}::jsonb, ${task.fingerprint}, ${task.idempotencyKey}, ${task.submitterId}, ${task.submitter},
        'Accepted', now, now, CASE WHEN ${place === undefined} THEN now END
      FROM (SELECT clock_timestamp() AS now) AS clock
      ON CONFLICT (submitter_id, name, idempotency_key) DO NOTHING
      RETURNING id
    )
    INSERT INTO task_event (task_id, "to", actor) SELECT id, 'Accepted', ${task.submitter} FROM accepted`;
  if (inserted === 0) return false;
  if (place) await callNext(tx, place.id);
  return true;
}

/** The task a key was used for, with the fingerprint of its input. */
export type TaskOfKey = { readonly id: string; readonly fingerprint: string };

export async function findTaskOfKey(
  tx: Sql,
  { submitterId, name, key }: { readonly submitterId: string; readonly name: string; readonly key: string },
): Promise<TaskOfKey | undefined> {
  const [row] = await tx.$queryRaw<TaskOfKey[]>`
    SELECT id, fingerprint FROM task
    WHERE submitter_id = ${submitterId} AND name = ${name} AND idempotency_key = ${key}`;
  return row;
}

/** From here to the end of the transaction, waiting for what another one has locked fails after so many ms. */
export async function waitAtMost(tx: Sql, ms: number): Promise<void> {
  await tx.$queryRaw`SELECT set_config('lock_timeout', ${String(ms)}, true)`;
}

import { createHash } from "node:crypto";
import { WaybillError } from "../../core/errors.ts";
import { taskId } from "../../core/ids.ts";
import { canonicalJson } from "../../core/task/canonical-json.ts";
import { keptJson } from "../../core/task/kept-json.ts";
import { laneKeyOf } from "../../core/task/lane-key.ts";
import { isConflict } from "../../lib/database-fault.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findTaskOfKey, insertTask, type NewTask, waitAtMost } from "../../prisma/store/task/accept.ts";
import { findKind, type TaskKindRow } from "../../prisma/store/task/kinds.ts";
import type { Context } from "../context.ts";

/** A task to be started. `idempotencyKey`: of the same actor and name, the same task; null: always another one. */
export type TaskStart = {
  readonly name: string;
  readonly input: unknown;
  readonly idempotencyKey: string | null;
  /** What else belongs into the transaction that accepts it. */
  readonly also?: ((tx: Sql, id: string) => Promise<void>) | undefined;
};

/** `created` false: the key came before with the same input, and this is that task. */
export type StartedTask = { readonly id: string; readonly created: boolean };

/** How long a request waits for another one with its key, in ms, and after how many seconds it may be repeated. */
const IN_FLIGHT_MS = 2_000;
const AGAIN_MS = 1_000;

/**
 * Starts a task that workers know, for the actor, without asking what they may do: other verbs call this. To start one
 * within a transaction, use newTask and insertTask.
 * @throws WaybillError `unknown_task`; `task_input_invalid` when the input has no key or cannot be kept; `key_reused`;
 * `key_in_flight`
 */
export async function startTask(ctx: Context, start: TaskStart): Promise<StartedTask> {
  return (await findStarted(ctx, start)) ?? startKind(ctx, await getKind(ctx, start.name), start);
}

/**
 * The task that the same key has started before, whatever has become of its name and schema since: a repeat is answered
 * as the first time. @throws WaybillError `key_reused`; `task_input_invalid` when the input cannot be kept
 */
export async function findStarted(
  { db, actor }: Pick<Context, "db" | "actor">,
  { name, input, idempotencyKey: key }: TaskStart,
): Promise<StartedTask | undefined> {
  if (key === null) return undefined;
  const before = await findTaskOfKey(db, { submitterId: actor.id, name, key });
  return before && repeated(before, fingerprintOf(JSON.parse(jsonOf(input))));
}

/** As startTask, of a task that was looked up, under a key that was not found. */
export async function startKind(ctx: Context, kind: TaskKindRow, start: TaskStart): Promise<StartedTask> {
  const task = newTask(ctx, kind, start);
  if (await insertOnce(ctx, task, start.also)) {
    ctx.changes.note({ due: ["task"], task: true });
    return { id: task.id, created: true };
  }
  const winner = await findStarted(ctx, start);
  if (!winner) throw new Error("the key was used before, and is not there");
  return winner;
}

/** A task as it will be accepted. @throws WaybillError `task_input_invalid` */
export function newTask(ctx: Pick<Context, "actor" | "uuid">, kind: TaskKindRow, start: TaskStart): NewTask {
  const input = jsonOf(start.input);
  const value: unknown = JSON.parse(input);
  const key = laneKeyOf(kind.key, value);
  return {
    id: taskId(ctx.uuid()),
    name: kind.name,
    version: kind.version,
    blocksLane: kind.blocksLane,
    input,
    fingerprint: fingerprintOf(value),
    idempotencyKey: start.idempotencyKey,
    submitterId: ctx.actor.id,
    submitter: ctx.actor.name,
    lane: key === undefined ? undefined : { id: ctx.uuid(), key },
  };
}

function fingerprintOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** @throws WaybillError `unknown_task` */
export async function getKind({ db }: Pick<Context, "db">, name: string): Promise<TaskKindRow> {
  const kind = await findKind(db, name);
  if (!kind) throw new WaybillError("unknown_task", `No worker knows a task ${JSON.stringify(name)}.`);
  return kind;
}

function jsonOf(input: unknown): string {
  try {
    return keptJson(input);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WaybillError("task_input_invalid", why, { cause });
  }
}

class UsedBefore extends Error {}

/** @returns false: the key was used before, and nothing was written */
async function insertOnce({ db, now }: Context, task: NewTask, also: TaskStart["also"]): Promise<boolean> {
  // without a key, a lane or anything else it is one statement
  if (task.idempotencyKey === null && !task.lane && !also) return insertTask(db, task);
  let isAtKey = false;
  try {
    await db.transact(async (tx) => {
      isAtKey = false;
      const atKey = async () => {
        if (task.idempotencyKey === null) return;
        await waitAtMost(tx, IN_FLIGHT_MS);
        isAtKey = true;
      };
      if (!(await insertTask(tx, task, atKey))) throw new UsedBefore();
      isAtKey = false;
      await also?.(tx, task.id);
    });
    return true;
  } catch (error) {
    if (error instanceof UsedBefore) return false;
    if (!isAtKey || !isConflict(error)) throw error;
    throw new WaybillError(
      "key_in_flight",
      "A request with this Idempotency-Key is still being answered. Repeat it.",
      {
        cause: error,
        retryAt: new Date(now().getTime() + AGAIN_MS),
      },
    );
  }
}

function repeated(
  before: { readonly id: string; readonly fingerprint: string },
  fingerprint: string,
): StartedTask {
  if (before.fingerprint === fingerprint) return { id: before.id, created: false };
  throw new WaybillError(
    "key_reused",
    "This Idempotency-Key was used for another input. Use a new key for a new task.",
  );
}

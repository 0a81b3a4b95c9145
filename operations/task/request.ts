import type { TaskStarted } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { readIdempotencyKey } from "../../core/task/idempotency-key.ts";
import { judgeInput } from "../../core/task/judge-input.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { findStarted, getKind, type StartedTask, startKind, type TaskStart } from "./start.ts";

/** A task that a person or a program asks for. `key`: the header Idempotency-Key; null: there is none. */
export type TaskRequest = { readonly name: string; readonly input: unknown; readonly key: string | null };

/**
 * Starts a task for the actor, or finds the one of the same key, before anything else is judged: the answer is the same each
 * time but for `created`, also when the task has been closed or takes another input since.
 * @throws WaybillError `not_allowed`; `unknown_task`, also of one that is not open; `key_missing`; `bad_request` for a key
 * that is none; as startTask
 */
export async function requestTask(ctx: Context, { name, input, key }: TaskRequest): Promise<TaskStarted> {
  allow(ctx.actor, "run-tasks");
  const idempotencyKey = key === null ? null : keyOf(key);
  const also = (tx: Parameters<typeof writeAudit>[0], id: string) =>
    writeAudit(tx, ctx.actor, { action: "task.start", target: id, after: { name, idempotencyKey } });
  const start: TaskStart = { name, input, idempotencyKey, also };
  const { id, created } = (await findStarted(ctx, start)) ?? (await startOpen(ctx, start));
  return { id, name, state: "Accepted", position: null, created };
}

async function startOpen(ctx: Context, start: TaskStart): Promise<StartedTask> {
  const { name, input, idempotencyKey } = start;
  const kind = await getKind(ctx, name);
  if (!kind.isOpen)
    throw new WaybillError(
      "unknown_task",
      `The task ${JSON.stringify(name)} is not started through the API.`,
    );
  if (idempotencyKey === null && kind.needsKey)
    throw new WaybillError(
      "key_missing",
      "Send an Idempotency-Key: a repeat with the same one then starts nothing new.",
    );
  judge(kind.schema, input);
  return startKind(ctx, kind, start);
}

function keyOf(header: string): string {
  const key = readIdempotencyKey(header);
  if (key !== undefined) return key;
  throw new WaybillError(
    "bad_request",
    "An Idempotency-Key has 1 to 255 printable characters in double quotes, or without quotes and spaces.",
  );
}

/** By the schema that a worker has entered; what it cannot say, the worker judges. */
function judge(schema: unknown, input: unknown): void {
  const problems = judgeInput(schema, input);
  const [first] = problems;
  if (!first) return;
  const message = `The input does not fit the task: ${first.code}: ${first.message}`;
  throw new WaybillError("task_input_invalid", message, { problems });
}

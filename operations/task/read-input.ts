import type { TaskDefinition } from "../../core/task/define-task.ts";
import { NonRetryable } from "../../core/task/task-errors.ts";

/**
 * The input as the task's schema makes it.
 * @throws NonRetryable when it does not fit
 */
export async function readInput({ input: schema }: TaskDefinition, input: unknown): Promise<unknown> {
  const judged = await schema["~standard"].validate(input);
  if (!judged.issues) return judged.value;
  const [issue] = judged.issues;
  throw new NonRetryable(`The input is wrong: ${issue?.message ?? "it does not fit"}`);
}

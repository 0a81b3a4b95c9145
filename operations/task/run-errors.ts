import { WaybillError } from "../../core/errors.ts";
import { eachOf, UNKEPT } from "../../core/signs.ts";

/** Whether what a step has thrown is about its worker: then it is no failure of the task. */
export function isNotItsFault(error: unknown): boolean {
  return error instanceof WaybillError && (error.code === "lease_lost" || error.code === "shutting_down");
}

export function leaseLost(taskId: string): WaybillError {
  return new WaybillError("lease_lost", `The lease on the task ${taskId} is lost.`);
}

const LONGEST_MESSAGE = 2_000;
const UNKEEPABLE = eachOf(UNKEPT);

/** What is kept of whatever a task has thrown. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // cut before it is cleaned: the cut may halve a character
  return message.slice(0, LONGEST_MESSAGE).replace(UNKEEPABLE, " ") || "It failed without a message.";
}

import type { Sentence } from "../../core/contracts/sentence.ts";
import type { TaskRow, TaskStepView, TaskView } from "../../core/contracts/task-views.ts";
import { inARow, tell } from "../../core/sentence.ts";
import { minute } from "../../core/time-words.ts";
import { count, counted, listed } from "../display/amount.model.ts";

const EVENT = "event ";
/** Up to which those before a task are counted. */
const MOST_AHEAD = 1_000;

/** What a task waits for, or who has to act; undefined where its state says all. `isPersons`: a person has to end that. */
export type TaskWait = { readonly words: Sentence; readonly isPersons: boolean };

/** Events that a task waits for by now. */
export function awaitedEvents(steps: readonly TaskStepView[]): readonly TaskStepView[] {
  return steps.filter(({ kind, finishedAt }) => kind === "event" && finishedAt === null);
}

/** The name of the event that a step of this kind waits for. */
export function eventName({ name }: Pick<TaskStepView, "name">): string {
  return name.startsWith(EVENT) ? name.slice(EVENT.length) : name;
}

/** What is said of a task above all else. */
export function taskWait(task: TaskView, steps: readonly TaskStepView[]): TaskWait | undefined {
  const { state, dueAt } = task;
  const due = dueAt === null ? undefined : minute(new Date(dueAt));
  switch (state) {
    case "Accepted":
      return inLine(task);
    case "Sleeping":
      return due && { words: tell`Sleeps. Waybill goes on at ${due}.`, isPersons: false };
    case "Waiting":
      return forEvents(awaitedEvents(steps));
    case "Retrying":
      return { words: due ? tell`Waybill retries at ${due}.` : tell`Waybill retries it.`, isPersons: false };
    case "Failed":
      return { words: ["Given up. Its handler on failure is running."], isPersons: false };
    case "Paused":
      return {
        words: ["Its tries are used up. Operator: retry it once the cause is gone, or cancel it."],
        isPersons: true,
      };
    case "Dead":
      return {
        words: ["Given up. Operator: retry it once the cause is gone, or cancel it."],
        isPersons: true,
      };
    default:
      return undefined;
  }
}

function inLine({ ahead, dueAt }: TaskView): TaskWait {
  if (dueAt !== null) return { words: ["Waits for a worker."], isPersons: false };
  const before = ahead?.count ?? 0;
  if (before === 0) return { words: ["Waits for its turn."], isPersons: false };
  const many = before >= MOST_AHEAD ? `${count(before)} tasks or more` : counted(before, "task");
  const words = tell`Waits for ${many} of the same lane before it.`;
  const isStuck = ["Dead", "Paused"].includes(ahead?.first[0]?.state ?? "");
  if (!isStuck) return { words, isPersons: false };
  return {
    words: inARow(words, "The first has been given up. Operator: retry or cancel that one."),
    isPersons: true,
  };
}

function forEvents(events: readonly TaskStepView[]): TaskWait | undefined {
  if (events.length === 0) return undefined;
  const names = listed(events.map((event) => `“${eventName(event)}”`));
  const ends = events.flatMap(({ until }) => (until === null ? [] : [until])).sort();
  const [first] = ends;
  const what = `Waits for the ${events.length === 1 ? "event" : "events"} ${names}`;
  const words = first
    ? tell`${what}, until ${minute(new Date(first))}.`
    : tell`${what}, for as long as it takes.`;
  return { words, isPersons: false };
}

export type StepStatus = "done" | "failed" | "waiting";

/** A step as a stop on the line. `title`: what it is called; `kind`: what it is, in a word. */
export type StepStop = {
  readonly step: TaskStepView;
  readonly title: string;
  readonly kind: string;
  readonly status: StepStatus;
};

const KIND_WORDS = { step: "Step", sleep: "Sleep", event: "Event", failure: "Handler on failure" } as const;

/** Where each step of a task stands, in the order in which they began. */
export function stopsOf(steps: readonly TaskStepView[]): readonly StepStop[] {
  return steps.map((step) => ({
    step,
    title: titleOf(step),
    kind: KIND_WORDS[step.kind],
    status: statusOf(step),
  }));
}

function titleOf(step: TaskStepView): string {
  if (step.kind === "event") return eventName(step);
  if (step.kind === "failure") return KIND_WORDS.failure;
  return step.name;
}

function statusOf({ error, finishedAt }: TaskStepView): StepStatus {
  if (finishedAt === null) return "waiting";
  return error === null ? "done" : "failed";
}

/** What the tries of a step have come to, or how its wait has ended; "" when there is nothing to say. */
export function stepWords({ kind, failures, finishedAt, error, output }: TaskStepView): string {
  if (finishedAt === null) return failures === 0 ? "" : `failed ${times(failures)} so far`;
  if (kind === "event")
    return Array.isArray(output) && output.length === 0 ? "did not come in time" : "has come";
  // the last try is not one of those that failed before it
  const tries = counted(failures + 1, "try", "tries");
  if (error !== null) return `given up after ${tries}`;
  return failures === 0 ? "" : `after ${tries}`;
}

function times(many: number): string {
  return many === 1 ? "once" : counted(many, "time");
}

/** What a row of the list says below a task's name. */
export function rowWords({ state, error, lane, submitter }: TaskRow): string {
  if (error && state !== "Succeeded" && state !== "Cancelled")
    return error.step === undefined ? error.message : `${error.step}: ${error.message}`;
  return lane === null ? submitter : `${submitter}, lane ${lane}`;
}

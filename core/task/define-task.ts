import type { RetryPolicy } from "./retry.ts";
import { whyNoRetry, whyNoTimeout } from "./spans.ts";

/**
 * A schema of any library that follows Standard Schema 1 (zod 4 does). The input is what it makes of what was sent.
 * Source: https://standardschema.dev.
 */
export type InputSchema<Input> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): SchemaResult<Input> | Promise<SchemaResult<Input>>;
    readonly types?: { readonly input: unknown; readonly output: Input } | undefined;
  };
};
export type SchemaResult<Input> =
  | { readonly value: Input; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };
export type SchemaIssue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** `retry`: what differs from the task's. `timeoutMs`: of one try, at most 2^31-1. */
export type StepOptions = { readonly retry?: Partial<RetryPolicy>; readonly timeoutMs?: number };

/** What a step's function gets. `signal` ends when the try has to; `idempotencyKey` is the same at every try. */
export type StepTry = { readonly signal: AbortSignal; readonly idempotencyKey: string };

export type TaskLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

/**
 * What a running task has. Its function is run again from the top after every wait, failure and death of a worker, and what
 * its steps have returned is not done again. So whatever has an effect, or may turn out otherwise the next time, belongs
 * into a step.
 */
export type TaskContext = {
  readonly id: string;
  /** One more than the tries that have failed, of steps and outside of them. Waits do not count. */
  readonly attempt: number;
  /** The task's place in the order of everything; undefined while it has none. */
  readonly position: number | undefined;
  /** Grows with each worker that takes the task. */
  readonly fence: bigint;
  /** Ends when the worker has to stop, or has lost the task. */
  readonly signal: AbortSignal;
  readonly log: TaskLog;
  /**
   * Does `act` and keeps what it returns, as JSON, under a name that no other step of the task has; once kept, it is
   * returned without doing it again. A step that fails is tried again by the policy of the step or of the task, each step as
   * often as that says; what is thrown here is its last failure.
   */
  step<Output>(
    name: string,
    act: (attempt: StepTry) => Output | Promise<Output>,
    options?: StepOptions,
  ): Promise<Output>;
  /** Goes on so many ms later, ten years at most. No worker is kept meanwhile. */
  sleep(ms: number): Promise<void>;
  /**
   * Waits until somebody has sent this event to the task, also if that was before. One event of a name is kept.
   * @returns its payload, in this run if it has come before; undefined after `timeoutMs`
   */
  waitFor(event: string, options?: { readonly timeoutMs?: number }): Promise<unknown>;
  /** A key for whatever a step asks of others: the same at every try, and no other task's or step's. */
  idempotencyKey(step: string): string;
};

/** Why a task failed. `step`: in which. */
export type TaskFailure = { readonly code: string; readonly message: string; readonly step?: string };

/**
 * When a task is begun by itself. `cron`: five fields, or six with seconds first; `timeZone`: an IANA name.
 * `missed`: what became due while nobody could begin it is begun once (`latest`), or each time (`each`, 100 at most).
 */
export type TaskSchedule<Input> = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly input: Input;
  readonly missed?: "latest" | "each";
};

/**
 * A task as it is defined.
 * `name`: lower-case letters, digits, hyphens and dots, at most 64. `version`: told with each task.
 * `key`: properties of the input as it was sent, before the schema's defaults; tasks that have the same values there run one after the other, in the order in which they
 * were accepted. `laneOnDead`: whether a dead task keeps those behind it waiting.
 * `timeoutMs`: of one run, from where it was taken to its next wait, at most 2^31-1. `isOpen`: it may be started through the
 * API. `needsKey`: not without an Idempotency-Key. `onFailure`: done once when the task has failed for good, but not when it
 * has killed its workers.
 */
export type TaskOptions<Input, Output> = {
  readonly name: string;
  readonly version?: number;
  readonly description?: string;
  readonly input: InputSchema<Input>;
  readonly key?: readonly (keyof Input & string)[];
  readonly laneOnDead?: "block" | "skip";
  readonly retry?: Partial<RetryPolicy>;
  readonly timeoutMs?: number;
  readonly onExhausted?: "dead" | "pause";
  readonly isOpen?: boolean;
  readonly needsKey?: boolean;
  readonly schedules?: readonly TaskSchedule<Input>[];
  onFailure?(input: Input, failure: TaskFailure, ctx: StepTry & { readonly log: TaskLog }): unknown;
  run(input: Input, ctx: TaskContext): Output | Promise<Output>;
};

/** A task, whatever its input: what a worker runs and the gateway is told of. */
export type TaskDefinition = Omit<
  TaskOptions<unknown, unknown>,
  "input" | "key" | "schedules" | "onFailure" | "run"
> & {
  readonly isTask: true;
  readonly input: InputSchema<unknown>;
  readonly key: readonly string[];
  readonly schedules: readonly TaskSchedule<unknown>[];
  readonly onFailure?: (
    input: unknown,
    failure: TaskFailure,
    ctx: StepTry & { readonly log: TaskLog },
  ) => unknown;
  run(input: unknown, ctx: TaskContext): unknown;
};

const NAME = /^[a-z0-9][a-z0-9.-]{0,63}$/;

/**
 * Defines a task. A worker runs it once it knows it: docs/reference/tasks.md.
 * @throws TypeError when a name is not one, or a limit, pause or schedule cannot be
 */
export function defineTask<Input, Output>(options: TaskOptions<Input, Output>): TaskDefinition {
  const { name, key = [], schedules = [], timeoutMs, retry } = options;
  const scheduled = schedules.map((schedule) => schedule.name);
  for (const each of [name, ...scheduled])
    if (!NAME.test(each))
      throw new TypeError(
        `${JSON.stringify(each)} is no name of a task or schedule: it has a-z, 0-9, "-" and ".".`,
      );
  const twice = scheduled.find((each, place) => scheduled.indexOf(each) < place);
  if (twice !== undefined) throw new TypeError(`The task ${name} has two schedules named ${twice}.`);
  const wrong = whyNoTimeout(timeoutMs) ?? whyNoRetry(retry);
  if (wrong !== undefined) throw new TypeError(`The task ${name}: ${wrong}`);
  // what `run` gets has been through `input`, which makes an Input of it
  return { ...(options as TaskOptions<unknown, unknown>), isTask: true, key, schedules };
}

/** Whether a value is a task that defineTask has made, in whatever copy of this module. */
export function isTaskDefinition(value: unknown): value is TaskDefinition {
  return typeof value === "object" && value !== null && "isTask" in value && value.isTask === true;
}

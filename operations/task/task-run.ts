import { setImmediate as turn } from "node:timers/promises";
import type {
  StepOptions,
  StepTry,
  TaskContext,
  TaskDefinition,
  TaskLog,
} from "../../core/task/define-task.ts";
import { whyNoEventName } from "../../core/task/event-name.ts";
import { keptJson } from "../../core/task/kept-json.ts";
import { pauseMsAfter } from "../../core/task/retry.ts";
import { whyNoRetry, whyNoTimeout, whyNoWait } from "../../core/task/spans.ts";
import { whyNoStepName } from "../../core/task/step-name.ts";
import { NonRetryable, StepFailed, wishOf } from "../../core/task/task-errors.ts";
import { isDataRefused } from "../../lib/database-fault.ts";
import type { BegunTask, KeptStep } from "../../prisma/store/task/begin.ts";
import { keepTaskStep, type StepEnd } from "../../prisma/store/task/step.ts";
import type { Context } from "../context.ts";
import type { RunEnd, TaskWait } from "./run-end.ts";
import { isNotItsFault, leaseLost, messageOf } from "./run-errors.ts";
import { StepRoom } from "./step-room.ts";
import { withinMs } from "./within-ms.ts";

/** What a run needs. `roll`: from 0 to below 1, for the pauses. */
export type RunParts = {
  readonly ctx: Context;
  readonly definition: TaskDefinition;
  readonly task: BegunTask;
  readonly fence: bigint;
  readonly signal: AbortSignal;
  readonly roll: () => number;
};

type Step =
  | { readonly is: "output"; readonly value: unknown }
  | { readonly is: "failed"; readonly error: Error }
  | { readonly is: "left" };

const LEFT: Step = { is: "left" };

/**
 * One run of a task's function. Steps that were kept are returned; what has to wait never returns in this run, so that no
 * `catch` of the task can swallow it; and the run is over once nothing else of it is going on.
 */
export class TaskRun {
  readonly #parts: RunParts;
  readonly #kept: ReadonlyMap<string, KeptStep>;
  readonly #used = new Set<string>();
  readonly #room: StepRoom;
  readonly #waits: TaskWait[] = [];
  #stop: { readonly reason: unknown } | undefined;
  #active = 0;
  #sleeps = 0;
  #isSettled = false;
  #isClosed = false;
  #over: () => void = () => undefined;
  #idle: () => void = () => undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#kept = new Map(parts.task.steps.map((step) => [step.name, step]));
    // the handler on failure has room whatever the task has used
    this.#room = new StepRoom(parts.task.state === "Failed" ? [] : parts.task.steps);
  }

  /**
   * Runs it until it ends or has to wait. Every try that has begun has ended by then, but for those that have timed out, of
   * which nothing is kept. Errors: none.
   */
  async run(input: unknown): Promise<RunEnd> {
    const over = new Promise<void>((resolve) => {
      this.#over = resolve;
    });
    const { definition } = this.#parts;
    let end: RunEnd | undefined;
    const settled = (async () => definition.run(input, this.#context()))().then(
      (output) => {
        end = { is: "done", output };
      },
      (error: unknown) => {
        end = { is: "failed", error };
      },
    );
    await Promise.race([settled, over]);
    this.#isSettled = true;
    // steps that the task did not wait for
    if (this.#active > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    if (this.#stop) return { is: "stopped", reason: this.#stop.reason };
    return end ?? { is: "waits", waits: this.#waits };
  }

  /** From here on it keeps nothing: what goes on beyond its limit of time still has the lease of whatever comes after it. */
  close(): void {
    this.#isClosed = true;
  }

  /** Does one step outside of the task's function, as its handler on failure. */
  async only(name: string, act: (attempt: StepTry) => unknown, options: StepOptions): Promise<RunEnd> {
    const step = await this.#step(name, act, options, "failure");
    if (this.#stop) return { is: "stopped", reason: this.#stop.reason };
    if (step.is === "output") return { is: "done", output: step.value };
    return step.is === "failed" ? { is: "failed", error: step.error } : { is: "waits", waits: this.#waits };
  }

  #context(): TaskContext {
    const { task, fence, signal } = this.#parts;
    return {
      id: task.id,
      attempt: task.failures + 1,
      position: task.position === null ? undefined : Number(task.position),
      fence,
      signal,
      log: this.log,
      step: <Output>(
        name: string,
        act: (attempt: StepTry) => Output | Promise<Output>,
        options: StepOptions = {},
      ) =>
        // the value was an Output before it became JSON; and a task may be JavaScript, where null takes no default
        heard(this.#returned(this.#step(name, act, options ?? {}, "step"))) as Promise<Output>,
      sleep: (ms) => {
        this.#sleeps += 1;
        return heard(this.#returned(this.#sleep(`sleep ${this.#sleeps}`, ms)).then(() => undefined));
      },
      waitFor: (event, { timeoutMs } = {}) => heard(this.#returned(this.#event(event, timeoutMs ?? null))),
      idempotencyKey: (step) => this.#keyOf(step),
    };
  }

  get log(): TaskLog {
    const { ctx, task } = this.#parts;
    return ctx.log.child({ task: task.id, name: task.name });
  }

  #keyOf(step: string): string {
    return `${this.#parts.task.id}/${step}`;
  }

  async #returned(ended: Promise<Step>): Promise<unknown> {
    const step = await ended;
    if (step.is === "output") return step.value;
    if (step.is === "failed") throw step.error;
    return new Promise(() => undefined);
  }

  #step(
    name: string,
    act: (attempt: StepTry) => unknown,
    options: StepOptions,
    kind: "step" | "failure",
  ): Promise<Step> {
    return this.#tracked(name, kind === "step" ? whyNoStepName(name) : undefined, async (kept) => {
      const { definition, signal } = this.#parts;
      const began = performance.now();
      const tookMs = () => performance.now() - began;
      const failed = (error: unknown) =>
        this.#failed(name, kind, { error, options, failures: kept?.failures ?? 0, tookMs: tookMs() });
      const timeoutMs = options.timeoutMs ?? (kind === "step" ? undefined : definition.timeoutMs);
      let output: string;
      try {
        const wrong = whyNoTimeout(timeoutMs) ?? whyNoRetry(options.retry);
        if (wrong !== undefined) throw new NonRetryable(wrong);
        const run = async (within: AbortSignal) => act({ signal: within, idempotencyKey: this.#keyOf(name) });
        output = keptJson(await withinMs(timeoutMs, signal, run));
        if (kind === "step") this.#room.take(output);
      } catch (error) {
        return failed(error);
      }
      const isKept = await this.#keep(name, { kind, output, tookMs: tookMs() }).catch(refusedOf);
      if (isKept instanceof NonRetryable) return failed(isKept);
      return isKept ? { is: "output", value: JSON.parse(output) } : LEFT;
    });
  }

  async #failed(
    name: string,
    kind: "step" | "failure",
    failure: {
      readonly error: unknown;
      readonly options: StepOptions;
      readonly failures: number;
      readonly tookMs: number;
    },
  ): Promise<Step> {
    const { definition, signal, roll } = this.#parts;
    const { error, options, failures, tookMs } = failure;
    if (signal.aborted || isNotItsFault(error)) return this.#stopFor(signal.aborted ? signal.reason : error);
    const message = messageOf(error);
    const policy = { ...definition.retry, ...options.retry };
    const { isFinal, afterMs } = wishOf(error);
    const pauseMs = isFinal ? undefined : pauseMsAfter(failures + 1, policy, { roll: roll(), afterMs });
    if (pauseMs !== undefined) {
      this.#waits.push({ is: "retry", name, message, pauseMs, tookMs });
      return LEFT;
    }
    if (!(await this.#keep(name, { kind, error: message, tookMs }))) return LEFT;
    return { is: "failed", error: new StepFailed(name, message, { cause: error }) };
  }

  #sleep(name: string, ms: number): Promise<Step> {
    return this.#tracked(name, whyNoWait(ms), async (kept) => {
      if (kept?.isOver) return { is: "output", value: null };
      this.#waits.push({ is: "sleep", name, ms: Math.max(0, ms) });
      return LEFT;
    });
  }

  #event(event: string, ms: number | null): Promise<Step> {
    const name = `event ${event}`;
    const wrong = whyNoEventName(event) ?? (ms === null ? undefined : whyNoWait(ms));
    return this.#tracked(name, wrong, async (kept) => {
      const { signals } = this.#parts.task;
      const hasCome = Object.hasOwn(signals, event);
      if (!hasCome && !kept?.isOver) {
        this.#waits.push({ is: "event", name, event, ms });
        return LEFT;
      }
      // once it has gone on without the event, it does so at every run
      const output = keptJson(hasCome ? [signals[event]] : []);
      if (!(await this.#keep(name, { kind: "event", output, tookMs: 0 }))) return LEFT;
      return { is: "output", value: hasCome ? signals[event] : undefined };
    });
  }

  /** Does `act` unless it is done, or something is `wrong` with it; counted among what is going on. */
  async #tracked(
    name: string,
    wrong: string | undefined,
    act: (kept: KeptStep | undefined) => Promise<Step>,
  ): Promise<Step> {
    this.#active += 1;
    try {
      const { signal } = this.#parts;
      if (signal.aborted) return this.#stopFor(signal.reason);
      if (this.#isSettled) return LEFT;
      const kept = this.#kept.get(name);
      const why = wrong ?? this.#whyNotOnce(name) ?? (kept ? undefined : this.#room.whyNoStep());
      if (why !== undefined) return { is: "failed", error: new NonRetryable(why) };
      this.#used.add(name);
      return kept?.isFinished ? finished(kept) : await act(kept);
    } catch (error) {
      // of a statement of ours: those of the task itself are results
      return this.#stopFor(error);
    } finally {
      this.#active -= 1;
      if (this.#active === 0) this.#idle();
      void this.#endIfIdle();
    }
  }

  #whyNotOnce(name: string): string | undefined {
    return this.#used.has(name) ? `The task has two steps named ${JSON.stringify(name)}.` : undefined;
  }

  async #keep(name: string, end: StepEnd): Promise<boolean> {
    const { ctx, task, fence } = this.#parts;
    if (this.#isClosed) return false;
    const isKept = await keepTaskStep(ctx.db, { taskId: task.id, fence, name }, end);
    if (isKept) ctx.changes.note({ task: true });
    else this.#stopFor(leaseLost(task.id));
    return isKept;
  }

  #stopFor(reason: unknown): Step {
    this.#stop ??= { reason };
    return LEFT;
  }

  async #endIfIdle(): Promise<void> {
    // what a step returned to may begin the next one
    await turn();
    if (this.#active === 0 && (this.#waits.length > 0 || this.#stop)) this.#over();
  }
}

/**
 * A task may begin several steps before it waits for one. That another one fails meanwhile must not end the worker, as a
 * rejection that nobody handles would; the task hears of it when it waits for that step too.
 */
function heard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function finished({ name, kind, output, error }: KeptStep): Step {
  if (error !== null) return { is: "failed", error: new StepFailed(name, error) };
  if (kind !== "event") return { is: "output", value: output };
  return { is: "output", value: Array.isArray(output) && output.length > 0 ? output[0] : undefined };
}

/** What the database will never keep is the task's failure; any other error of it is thrown. */
function refusedOf(error: unknown): NonRetryable {
  if (!isDataRefused(error)) throw error;
  return new NonRetryable(`The database does not keep what it returned: ${messageOf(error)}`, {
    cause: error,
  });
}

import { setImmediate as turn } from "node:timers/promises";
import { WaybillError } from "../../core/errors.ts";
import { eachOf, UNKEPT } from "../../core/signs.ts";
import type {
  StepOptions,
  StepTry,
  TaskContext,
  TaskDefinition,
  TaskLog,
} from "../../core/task/define-task.ts";
import { keptJson } from "../../core/task/kept-json.ts";
import { pauseMsAfter } from "../../core/task/retry.ts";
import { NonRetryable, StepFailed, wishOf } from "../../core/task/task-errors.ts";
import type { BegunTask, KeptStep } from "../../prisma/store/task/begin.ts";
import { keepTaskStep, type StepEnd } from "../../prisma/store/task/step.ts";
import type { Context } from "../context.ts";
import { withinMs } from "./within-ms.ts";

/** What a run waits for. `own`: the failed step is tried by a policy of its own. */
export type TaskWait =
  | { readonly is: "sleep"; readonly name: string; readonly ms: number }
  | { readonly is: "event"; readonly name: string; readonly event: string; readonly ms: number | null }
  | {
      readonly is: "retry";
      readonly name: string;
      readonly own: boolean;
      readonly message: string;
      readonly pauseMs: number;
      readonly tookMs: number;
    };

/** How a run ended. `stopped`: it was not the task's doing; another run has to go on. */
export type RunEnd =
  | { readonly is: "done"; readonly output: unknown }
  | { readonly is: "failed"; readonly error: unknown }
  | { readonly is: "waits"; readonly waits: readonly TaskWait[] }
  | { readonly is: "stopped"; readonly reason: unknown };

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
const LONGEST_NAME = 200;

/**
 * One run of a task's function. Steps that were kept are returned; what has to wait never returns in this run, so that no
 * `catch` of the task can swallow it; and the run is over once nothing else of it is going on.
 */
export class TaskRun {
  readonly #parts: RunParts;
  readonly #kept: ReadonlyMap<string, KeptStep>;
  readonly #used = new Set<string>();
  readonly #waits: TaskWait[] = [];
  #stop: { readonly reason: unknown } | undefined;
  #active = 0;
  #sleeps = 0;
  #isSettled = false;
  #over: () => void = () => undefined;
  #idle: () => void = () => undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#kept = new Map(parts.task.steps.map((step) => [step.name, step]));
  }

  /** Runs it until it ends or has to wait. Every try that has begun has ended by then. Errors: none. */
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
      step: async <Output>(
        name: string,
        act: (attempt: StepTry) => Output | Promise<Output>,
        options: StepOptions = {},
      ) =>
        // the value was an Output before it became JSON
        this.#returned(await this.#step(name, act, options, "step")) as Promise<Output>,
      sleep: async (ms) => {
        this.#sleeps += 1;
        await this.#returned(await this.#sleep(`sleep ${this.#sleeps}`, ms));
      },
      waitFor: async (event, { timeoutMs } = {}) =>
        this.#returned(await this.#event(event, timeoutMs ?? null)),
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

  async #returned(step: Step): Promise<unknown> {
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
    return this.#tracked(name, async (kept) => {
      const { definition, signal } = this.#parts;
      const began = performance.now();
      const tookMs = () => performance.now() - began;
      const timeoutMs = options.timeoutMs ?? (kind === "step" ? undefined : definition.timeoutMs);
      let output: string;
      try {
        const run = async (within: AbortSignal) => act({ signal: within, idempotencyKey: this.#keyOf(name) });
        output = keptJson(await withinMs(timeoutMs, signal, run));
      } catch (error) {
        return this.#failed(name, kind, { error, options, failures: kept?.failures ?? 0, tookMs: tookMs() });
      }
      const isKept = await this.#keep(name, { kind, output, tookMs: tookMs() });
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
    const { definition, task, signal, roll } = this.#parts;
    const { error, options, tookMs } = failure;
    if (signal.aborted || isNotItsFault(error)) return this.#stopFor(signal.aborted ? signal.reason : error);
    const message = messageOf(error);
    const own = options.retry !== undefined;
    const policy = { ...definition.retry, ...options.retry };
    const { isFinal, afterMs } = wishOf(error);
    const failures = (own ? failure.failures : task.failures) + 1;
    const pauseMs = isFinal ? undefined : pauseMsAfter(failures, policy, { roll: roll(), afterMs });
    if (pauseMs !== undefined) {
      this.#waits.push({ is: "retry", name, own, message, pauseMs, tookMs });
      return LEFT;
    }
    if (!(await this.#keep(name, { kind, error: message, tookMs }))) return LEFT;
    return { is: "failed", error: new StepFailed(name, message, { cause: error }) };
  }

  #sleep(name: string, ms: number): Promise<Step> {
    return this.#tracked(name, async (kept) => {
      if (kept?.isOver) return { is: "output", value: null };
      this.#waits.push({ is: "sleep", name, ms: Math.max(0, ms) });
      return LEFT;
    });
  }

  #event(event: string, ms: number | null): Promise<Step> {
    const name = `event ${event}`;
    return this.#tracked(name, async (kept) => {
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

  /** Does `act` unless it is done; counted among what is going on. */
  async #tracked(name: string, act: (kept: KeptStep | undefined) => Promise<Step>): Promise<Step> {
    this.#active += 1;
    try {
      const { signal } = this.#parts;
      if (signal.aborted) return this.#stopFor(signal.reason);
      if (this.#isSettled) return LEFT;
      const wrong = this.#wrongName(name);
      if (wrong) return { is: "failed", error: new NonRetryable(wrong) };
      this.#used.add(name);
      const kept = this.#kept.get(name);
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

  #wrongName(name: string): string | undefined {
    if (name.length === 0 || name.length > LONGEST_NAME)
      return `The name of a step has 1 to ${LONGEST_NAME} characters.`;
    if (this.#used.has(name)) return `The task has two steps named ${JSON.stringify(name)}.`;
    return undefined;
  }

  async #keep(name: string, end: StepEnd): Promise<boolean> {
    const { ctx, task, fence } = this.#parts;
    const isKept = await keepTaskStep(ctx.db, { taskId: task.id, fence, name }, end);
    if (!isKept) this.#stopFor(leaseLost(task.id));
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

function finished({ name, output, error }: KeptStep): Step {
  if (error !== null) return { is: "failed", error: new StepFailed(name, error) };
  if (!name.startsWith("event ")) return { is: "output", value: output };
  return { is: "output", value: Array.isArray(output) && output.length > 0 ? output[0] : undefined };
}

/** Whether what a step has thrown is about its worker: then it is no failure of the task. */
function isNotItsFault(error: unknown): boolean {
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

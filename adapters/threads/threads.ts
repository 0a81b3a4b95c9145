import path from "node:path";
import { Worker } from "node:worker_threads";
import { WaybillError } from "../../core/errors.ts";
import type { StoreStep } from "../storage/filesystem/steps.ts";
import type { Answer, Fault, Order } from "./orders.ts";
import type { Task } from "./tasks.ts";

/** While one waits for the disk, others use the processor. */
const THREADS = 4;

const BUILT = "dist/disk-thread.js";
const SOURCE = "adapters/threads/thread.ts";

/** Carries out a task on a thread. `step`: called, and waited for, at the points of a put, as the store's own. */
export type DiskThreads = {
  run(task: Task, step?: (name: StoreStep) => void | Promise<void>): Promise<boolean>;
  /** Ends the threads; what they are doing is cut off. */
  close(): Promise<void>;
};

/** They keep nothing. */
const SMALL = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 } as const;

type Waiting = {
  readonly resolve: (done: boolean) => void;
  readonly reject: (error: unknown) => void;
  readonly step: ((name: StoreStep) => void | Promise<void>) | undefined;
  readonly gate: Int32Array | undefined;
};

type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

/**
 * Threads for what takes many calls to the file system, started when they are first needed; each task goes to the one that has least to do.
 * `fromSources`: the process runs TypeScript; otherwise the threads run what scripts/start/build-worker.ts has built.
 * Errors of the file system keep their code.
 */
export function openDiskThreads({ fromSources }: { readonly fromSources: boolean }): DiskThreads {
  const threads: Thread[] = [];
  let number = 0;
  const take = (): Thread => {
    const idle = threads.find(({ waiting }) => waiting.size === 0);
    if (idle) return idle;
    if (threads.length < THREADS) return start(threads, fromSources);
    return threads.reduce((least, one) => (one.waiting.size < least.waiting.size ? one : least));
  };
  return {
    run: (task, step) =>
      new Promise((resolve, reject) => {
        const { worker, waiting } = take();
        const gate = step && new Int32Array(new SharedArrayBuffer(4));
        number += 1;
        waiting.set(number, { resolve, reject, step, gate });
        worker.postMessage({ number, task, ...(gate && { gate }) } satisfies Order);
      }),
    close: async () => {
      await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}

function start(threads: Thread[], fromSources: boolean): Thread {
  const worker = open(fromSources);
  // waits for nothing while it has nothing to do
  worker.unref();
  const thread = { worker, waiting: new Map<number, Waiting>() };
  threads.push(thread);
  worker.on("message", (answer: Answer) => void take(thread, answer));
  const end = (cause?: unknown) => {
    const error = new WaybillError("storage_failed", "A thread that works on files has ended.", { cause });
    const place = threads.indexOf(thread);
    if (place >= 0) threads.splice(place, 1);
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  };
  worker.on("error", end);
  worker.on("exit", () => end());
  return thread;
}

async function take({ waiting }: Thread, answer: Answer): Promise<void> {
  const one = waiting.get(answer.number);
  if (!one) return;
  if ("step" in answer) {
    await one.step?.(answer.step);
    if (one.gate) {
      Atomics.store(one.gate, 0, 1);
      Atomics.notify(one.gate, 0);
    }
    return;
  }
  waiting.delete(answer.number);
  if ("done" in answer) one.resolve(answer.done);
  else one.reject(asError(answer.fault));
}

function asError({ message, code, syscall, isOurs }: Fault): Error {
  if (isOurs) return new WaybillError("storage_verify_failed", message);
  return Object.assign(
    new Error(message),
    code !== undefined && { code },
    syscall !== undefined && { syscall },
  );
}

function open(fromSources: boolean): Worker {
  // relative to where the worker is started, like every other path
  const file = path.resolve(/*turbopackIgnore: true*/ fromSources ? SOURCE : BUILT);
  if (!fromSources)
    return new Worker(/*turbopackIgnore: true*/ file, { execArgv: [], resourceLimits: SMALL });
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(file)}, "file:///"))`;
  return new Worker(load, { eval: true, execArgv: [] });
}

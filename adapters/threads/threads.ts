import type { Worker } from "node:worker_threads";
import type { StoreStep } from "../storage/filesystem/steps.ts";
import { asError, threadEnded } from "./fault.ts";
import type { Answer, Order } from "./orders.ts";
import { startThread } from "./start-thread.ts";
import type { Task } from "./tasks.ts";

/** While one waits for the disk, others use the processor. */
const THREADS = 4;

const PROGRAM = { built: "dist/disk-thread.js", source: "adapters/threads/thread.ts" } as const;

/** Carries out a task on a thread. `step`: called, and waited for, at the points of a put, as the store's own. */
export type DiskThreads = {
  run(task: Task, step?: (name: StoreStep) => void | Promise<void>): Promise<boolean>;
  /** Ends the threads; what they are doing is cut off. */
  close(): Promise<void>;
};

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
  const worker = startThread(PROGRAM, fromSources);
  const thread = { worker, waiting: new Map<number, Waiting>() };
  threads.push(thread);
  worker.on("message", (answer: Answer) => void take(thread, answer));
  const end = (cause?: unknown) => {
    const error = threadEnded(cause);
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

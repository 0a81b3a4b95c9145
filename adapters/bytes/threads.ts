import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { asError, threadEnded } from "../threads/fault.ts";
import { startThread } from "../threads/start-thread.ts";
import type { Answer, Order, Result, Work } from "./orders.ts";

const PROGRAM = { built: "dist/byte-thread.js", source: "adapters/bytes/thread.ts" } as const;

/** More would only compete: each keeps a core busy. */
const MOST_THREADS = 4;

/** One file's place on a thread. */
export type Hand = {
  /** Errors: `storage_verify_failed`, when the thread has ended `storage_failed`, those of the file system. */
  do(work: Work): Promise<Result>;
  /** Tells the thread to forget the file, when it has done what it was told before. */
  leave(): Promise<void>;
};

export type ByteThreads = {
  /** A place on the thread that has the fewest files. */
  take(): Hand;
  /** Ends the threads; what they are doing is cut off and fails with `storage_failed`. */
  close(): Promise<void>;
};

type Waiting = {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; files: number };

/**
 * Threads for the bytes of large files, at most one for each core, started when they are first needed. `fromSources`: as
 * `openDiskThreads`.
 */
export function openByteThreads({ fromSources }: { readonly fromSources: boolean }): ByteThreads {
  const most = Math.min(MOST_THREADS, availableParallelism());
  const threads: Thread[] = [];
  let number = 0;
  const take = (): Thread => {
    const idle = threads.find(({ files }) => files === 0);
    if (idle) return idle;
    if (threads.length < most) return start(threads, fromSources);
    return threads.reduce((least, one) => (one.files < least.files ? one : least));
  };
  return {
    take: () => {
      const thread = take();
      thread.files += 1;
      number += 1;
      const file = number;
      const send = (work: Work) =>
        new Promise<Result>((resolve, reject) => {
          // it may have ended while the file was open
          if (!threads.includes(thread)) return reject(threadEnded());
          number += 1;
          thread.waiting.set(number, { resolve, reject });
          const order: Order = { number, file, work };
          thread.worker.postMessage(order, work.kind === "store" ? [work.slot] : []);
        });
      return {
        do: send,
        leave: async () => {
          thread.files -= 1;
          await send({ kind: "close" }).catch(() => undefined);
        },
      };
    },
    close: async () => {
      await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}

function start(threads: Thread[], fromSources: boolean): Thread {
  const worker = startThread(PROGRAM, fromSources);
  const thread: Thread = { worker, waiting: new Map(), files: 0 };
  threads.push(thread);
  worker.on("message", (answer: Answer) => {
    const one = thread.waiting.get(answer.number);
    thread.waiting.delete(answer.number);
    if ("fault" in answer) one?.reject(asError(answer.fault));
    else one?.resolve(answer.result);
  });
  const end = (cause?: unknown) => {
    const place = threads.indexOf(thread);
    if (place >= 0) threads.splice(place, 1);
    const error = threadEnded(cause);
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  };
  worker.on("error", end);
  worker.on("exit", () => end());
  return thread;
}

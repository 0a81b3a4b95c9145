import { parentPort } from "node:worker_threads";
import { WaybillError } from "../../core/errors.ts";
import { carryOut } from "./carry-out.ts";
import type { Answer, Fault, Order } from "./orders.ts";

/** The program of the threads `openDiskThreads` starts: carries out one task after another and answers each. */
parentPort?.on("message", ({ number, task, gate }: Order) => {
  const answer = (content: { readonly done: boolean } | { readonly fault: Fault }) =>
    parentPort?.postMessage({ number, ...content } satisfies Answer);
  try {
    const done = carryOut(task, (step) => {
      if (!gate) return;
      Atomics.store(gate, 0, 0);
      parentPort?.postMessage({ number, step } satisfies Answer);
      Atomics.wait(gate, 0, 0);
    });
    answer({ done });
  } catch (error) {
    answer({ fault: faultOf(error) });
  }
});

function faultOf(error: unknown): Fault {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return { message, code, syscall, isOurs: error instanceof WaybillError };
}

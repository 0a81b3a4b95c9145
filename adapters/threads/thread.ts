import { parentPort } from "node:worker_threads";
import { carryOut } from "./carry-out.ts";
import { type Fault, faultOf } from "./fault.ts";
import type { Answer, Order } from "./orders.ts";

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

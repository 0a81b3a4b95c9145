import type { StoreStep } from "../storage/filesystem/steps.ts";
import type { Fault } from "./fault.ts";
import type { Task } from "./tasks.ts";

/** What is sent to a thread. `gate`: the thread stops at each step until it is told to go on (tests only). */
export type Order = { readonly number: number; readonly task: Task; readonly gate?: Int32Array };

/** What a thread answers: a step it has reached, what its task gave (`false`: something is already there), or its error. */
export type Answer = { readonly number: number } & (
  | { readonly step: StoreStep }
  | { readonly done: boolean }
  | { readonly fault: Fault }
);

import type { StoreStep } from "../storage/filesystem/steps.ts";
import type { Task } from "./tasks.ts";

/** What is sent to a thread. `gate`: the thread stops at each step until it is told to go on (tests only). */
export type Order = { readonly number: number; readonly task: Task; readonly gate?: Int32Array };

/** An error that crossed the boundary between threads. */
export type Fault = {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** It is a WaybillError. */
  readonly isOurs: boolean;
};

/** What a thread answers: a step it has reached, what its task gave (`false`: something is already there), or its error. */
export type Answer = { readonly number: number } & (
  | { readonly step: StoreStep }
  | { readonly done: boolean }
  | { readonly fault: Fault }
);

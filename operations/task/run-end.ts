/** What a run waits for. */
export type TaskWait =
  | { readonly is: "sleep"; readonly name: string; readonly ms: number }
  | { readonly is: "event"; readonly name: string; readonly event: string; readonly ms: number | null }
  | {
      readonly is: "retry";
      readonly name: string;
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

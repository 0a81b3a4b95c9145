import {
  BATCH_BIRTHS,
  BATCH_PERSON_MOVES,
  BATCH_STATES,
  BATCH_WORKER_MOVES,
} from "../../core/batch/states.ts";
import { JOB_BIRTHS, JOB_PERSON_MOVES, JOB_STATES, JOB_WORKER_MOVES } from "../../core/job/states.ts";
import { fillBlock } from "./generated.ts";

/** A state machine as its room in core/ writes it down. */
type Machine = {
  readonly states: readonly string[];
  readonly births: readonly string[];
  readonly workerMoves: Readonly<Record<string, readonly string[]>>;
  readonly personMoves: Readonly<Partial<Record<string, readonly string[]>>>;
};

/** docs/reference/states.md with both diagrams made anew from the tables in core/. */
export function fillStatesPage(page: string): string {
  const withBatch = fillBlock(
    page,
    "batch diagram",
    diagram({
      states: BATCH_STATES,
      births: BATCH_BIRTHS,
      workerMoves: BATCH_WORKER_MOVES,
      personMoves: BATCH_PERSON_MOVES,
    }),
  );
  return fillBlock(
    withBatch,
    "job diagram",
    diagram({
      states: JOB_STATES,
      births: JOB_BIRTHS,
      workerMoves: JOB_WORKER_MOVES,
      personMoves: JOB_PERSON_MOVES,
    }),
  );
}

/** A mermaid flowchart: solid arrows for the worker's moves, dashed ones for a person's; states nothing leaves are rounded. */
export function diagram({ states, births, workerMoves, personMoves }: Machine): string {
  const movesOf = (state: string) => [...(workerMoves[state] ?? []), ...(personMoves[state] ?? [])];
  const lines = [
    "flowchart TD",
    "  born((born))",
    ...states.map((state) =>
      movesOf(state).length === 0 ? `  ${state}([${state}])` : `  ${state}[${state}]`,
    ),
    ...births.map((state) => `  born --> ${state}`),
    ...states.flatMap((from) => (workerMoves[from] ?? []).map((to) => `  ${from} --> ${to}`)),
    ...states.flatMap((from) => (personMoves[from] ?? []).map((to) => `  ${from} -.-> ${to}`)),
  ];
  return ["```mermaid", ...lines, "```"].join("\n");
}

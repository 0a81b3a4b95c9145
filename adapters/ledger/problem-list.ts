import { type Problem, WaybillError } from "../../core/errors.ts";
import {
  type BatchProblemCode,
  describeBatchProblem,
  MOST_BATCH_PROBLEMS,
} from "../../core/ledger/batch-problems.ts";

/** Notes one problem of batch number `line`, 0 for the list as a whole. */
export type Note = (
  line: number,
  code: BatchProblemCode,
  holes?: Readonly<Record<string, string | number>>,
) => void;

/** Collects the problems of one list. `throwIfAny` throws `batch_list_invalid` with all of them, in order of the batches. */
export function openProblemList(): { readonly note: Note; throwIfAny(): void } {
  const problems: Problem[] = [];
  let count = 0;
  return {
    note(line, code, holes) {
      count += 1;
      if (count <= MOST_BATCH_PROBLEMS) problems.push(describeBatchProblem(line, code, holes));
    },
    throwIfAny() {
      if (count === 0) return;
      problems.sort((one, other) => one.line - other.line);
      if (count > MOST_BATCH_PROBLEMS) problems.push(describeBatchProblem(0, "more_problems"));
      const message = `The list of batches has ${count === 1 ? "a problem" : `${count} problems`}.`;
      throw new WaybillError("batch_list_invalid", message, { problems });
    },
  };
}

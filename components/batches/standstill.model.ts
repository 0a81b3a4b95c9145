import type { JobCounts } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";

/** What is told of the jobs a batch had when it came to a standstill, and of giving up the others. */
export function standstillWords(jobs: JobCounts): { readonly meanwhile: string; readonly givingUp: string } {
  const made = Object.values(jobs).reduce((sum, count) => sum + count, 0);
  if (made === 0)
    return {
      meanwhile: "No job was made.",
      givingUp:
        "This cannot be undone. No job is made: the batch fails, its report is sent, and its lane goes on.",
    };
  const [has, goes] = [counted(made, "job"), made === 1 ? "it goes" : "they go"];
  return {
    meanwhile: `${has} made so far: ${goes} on meanwhile.`,
    givingUp: `This cannot be undone. No more jobs are made. When the ${has} it has ended, the batch fails, its report is sent, and its lane goes on.`,
  };
}

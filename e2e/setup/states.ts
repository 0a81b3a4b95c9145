import type { BatchState } from "../../core/batch/states.ts";
import type { JobState } from "../../core/job/states.ts";
import type { Product } from "./product.ts";
import { expect } from "./test.ts";

/** A job's state in the words of the use cases, where Pending means any state before it has ended. */
export type Told = "Pending" | "Completed" | "Failed";

function tell(state: JobState): Told {
  return state === "Completed" || state === "Failed" ? state : "Pending";
}

/** Waits until the batch and its jobs stand exactly like this. */
export async function expectStates(
  { db }: Product,
  batchId: string,
  batch: BatchState,
  jobs: readonly Told[],
): Promise<void> {
  const look = async () => {
    const row = await db.batch.findUniqueOrThrow({
      where: { id: batchId },
      include: { jobs: { orderBy: { ordinal: "asc" } } },
    });
    return { batch: row.state, jobs: row.jobs.map(({ state }) => tell(state)) };
  };
  await expect.poll(look, { timeout: 20_000 }).toEqual({ batch, jobs });
}

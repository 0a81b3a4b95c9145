import { reachOf } from "../../core/access/roles.ts";
import { queueState } from "../../core/merritt/queue-state.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import { listOpenBatches } from "../../prisma/store/batch/load.ts";
import type { Context } from "../context.ts";

const MOST_BATCHES = 1000;

/** The batches in the queue that the actor may read: the first 1,000 that have not ended. */
export async function getQueueState({ db, actor }: Context): Promise<MerrittState> {
  return queueState(await listOpenBatches(db, reachOf(actor, "read"), MOST_BATCHES));
}

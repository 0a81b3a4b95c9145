import { reachOf } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { batchFileState } from "../../core/merritt/batch-file-state.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import { listBatchesSince } from "../../prisma/store/batch/read.ts";
import type { Context } from "../context.ts";

const MOST_DAYS = 3650;
const MOST_BATCHES = 10_000;

/**
 * Batches of the last days that the actor may read, newest first, at most 10,000.
 * @throws WaybillError `bad_request` (days is no whole number from 1 to 3,650)
 */
export async function listRecentBatches({ db, actor }: Context, days: string): Promise<MerrittState> {
  const count = /^\d{1,4}$/.test(days) ? Number(days) : 0;
  if (count < 1 || count > MOST_DAYS)
    throw new WaybillError("bad_request", `Give a number of days from 1 to ${MOST_DAYS}.`);
  const reach = reachOf(actor, "read");
  return batchFileState(await listBatchesSince(db, { reach, days: count, limit: MOST_BATCHES }));
}

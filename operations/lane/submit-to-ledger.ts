import { whyStopped } from "../../core/hold/words.ts";
import { asBefore } from "../../core/lane/submission.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import type { Sql } from "../../prisma/sql.ts";
import { beginAttempt } from "../../prisma/store/attempt/begin.ts";
import { findStanding } from "../../prisma/store/batch/load.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { findBody } from "../../prisma/store/batch/payload.ts";
import { lockCollectionHold } from "../../prisma/store/hold/hold.ts";
import { send } from "./send.ts";
import { settle } from "./settle.ts";
import { claimedBy, leaseLost, ledgerOf, type TurnContext } from "./turn-context.ts";

/**
 * One try for a batch: written down before the call, made once, recorded after it. The deadline is taken before anything
 * else, so that a process paused in between sends nothing late. @throws QueueError `lease_lost`
 */
export async function submitToLedger(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane, settings } = turn;
  const open = lane.open.find(({ id }) => id === batchId);
  const connected = ledgerOf(turn);
  if (!connected) return halt(turn, batchId);
  const deadline = wakingNow() + settings.postTimeoutMs;
  const body = await findBody(ctx.db, batchId);
  if (!body) throw new Error(`batch ${batchId} has no bytes`);
  const begun = await begin(turn, batchId);
  if (begun === "held") return ctx.changes.note({ batch: batchId });
  const { id: attemptId, tries } = begun;
  const status = open?.status ?? null;
  await send(turn, connected, { batchId, attemptId, tries, body, deadline, status, ledgerId: null });
}

/**
 * Writes the attempt down, or holds a batch nobody has done anything with while its collection is held.
 * @throws QueueError `lease_lost`: the claim or the batch is somebody else's
 */
async function begin(turn: TurnContext, batchId: string) {
  const { ctx, lane } = turn;
  const open = lane.open.find(({ id }) => id === batchId);
  const begun = await ctx.db.transact(async (tx) => {
    if (!open && (await holdBatch(tx, batchId))) return "held";
    const { submitted = false, status = null } = open ?? {};
    const attempt = await beginAttempt(tx, { ...claimedBy(turn), batchId, submitted, status });
    if (attempt?.state === "Pending") {
      await moveBatch(tx, { batchId, from: "Pending", to: "Processing", by: "worker", actor: "Waybill" });
    }
    return attempt;
  });
  if (!begun) throw leaseLost(lane);
  return begun;
}

async function holdBatch(tx: Sql, batchId: string): Promise<boolean> {
  const batch = await findStanding(tx, batchId);
  const hold = batch?.state === "Pending" ? await lockCollectionHold(tx, batch.collectionId) : null;
  if (!hold) return false;
  const reason = whyStopped("collection", hold);
  await moveBatch(tx, { batchId, from: "Pending", to: "Held", by: "worker", actor: "Waybill", reason });
  return true;
}

/** Without a connection nothing can be sent; the lane says so and waits. */
async function halt(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane } = turn;
  const open = lane.open.find(({ id }) => id === batchId);
  const from = { submitted: open?.submitted ?? false, status: open?.status ?? null };
  const reason = `The lane's ledger ${lane.ledger ?? ""} is not among the connections of LEDGERS.`;
  const change = asBefore(from.status, { message: null, halt: reason });
  await ctx.db.transact((tx) => settle(tx, turn, { batchId, from, change }));
}

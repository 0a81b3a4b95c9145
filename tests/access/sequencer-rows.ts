import { randomUUID } from "node:crypto";
import { BEGINNING } from "../../core/sequencer/cursor.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { getReceipt } from "../../operations/batch/receipt.ts";
import type { Context } from "../../operations/context.ts";
import { getSequencer } from "../../operations/sequencer/get.ts";
import { takeIdentity } from "../../operations/sequencer/identity.ts";
import { listSequencerKeys } from "../../operations/sequencer/list-keys.ts";
import { readFeed } from "../../operations/sequencer/read-feed.ts";
import { stepDown } from "../../operations/sequencer/step-down.ts";
import { verifySome } from "../../operations/sequencer/verify-some.ts";
import { publishBeat, readLatest } from "../../prisma/store/sequencer.ts";
import { orderNow } from "../sequencer/order-now.ts";
import { everybody, list, one, operators, type RouteRow } from "./route-row.ts";

/** A writer and somebody who could take over. @returns its term */
async function twoNodes(ctx: Context): Promise<number> {
  const incarnation = randomUUID();
  const { key: writer } = await takeIdentity(ctx, incarnation);
  await takeIdentity(ctx, randomUUID());
  const after = (await readLatest(ctx.db))?.beat.seq ?? 0;
  const { latest } = await publishBeat(ctx.db, { after, writer, incarnation, handsOver: false }, TIMING);
  return latest.beat.term;
}

/** Receipts, the keys they are verified with, and the feed. */
export const SEQUENCER_ROWS: readonly RouteRow[] = [
  {
    route: "GET api/v1/batches/[id]/receipt",
    expect: one,
    call: async (ctx, { batchId }) => {
      await orderNow(ctx);
      return getReceipt(ctx, batchId);
    },
  },
  { route: "GET api/v1/sequencer", expect: operators, call: (ctx) => getSequencer(ctx) },
  { route: "GET api/v1/sequencer/chain", expect: operators, call: (ctx) => verifySome(ctx, 0) },
  {
    route: "POST api/v1/sequencer/step-down",
    expect: operators,
    call: async (ctx) => stepDown(ctx, { term: await twoNodes(ctx), reason: "its disk is replaced" }),
    changes: "fresh",
  },
  { route: "GET api/v1/sequencer/keys", expect: everybody("ok"), call: (ctx) => listSequencerKeys(ctx) },
  {
    route: "GET api/v1/feed",
    expect: list,
    call: async (ctx) => {
      await orderNow(ctx);
      return readFeed(ctx, { after: BEGINNING, limit: 1_000 });
    },
    sought: ({ batchId }) => batchId,
  },
];

import { getReceipt } from "../../operations/batch/receipt.ts";
import { listSequencerKeys } from "../../operations/sequencer/list-keys.ts";
import { readFeed } from "../../operations/sequencer/read-feed.ts";
import { orderNow } from "../sequencer/order-now.ts";
import { everybody, list, one, type RouteRow } from "./route-row.ts";

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
  { route: "GET api/v1/sequencer/keys", expect: everybody("ok"), call: (ctx) => listSequencerKeys(ctx) },
  {
    route: "GET api/v1/feed",
    expect: list,
    call: async (ctx) => {
      await orderNow(ctx);
      return readFeed(ctx, { after: 0, limit: 1_000 });
    },
    sought: ({ batchId }) => batchId,
  },
];

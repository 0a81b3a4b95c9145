import { getReceipt } from "../../operations/batch/receipt.ts";
import { listSequencerKeys } from "../../operations/sequencer/list-keys.ts";
import { orderNow } from "../sequencer/order-now.ts";
import { everybody, one, type RouteRow } from "./route-row.ts";

/** Receipts, and the keys they are verified with. */
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
];

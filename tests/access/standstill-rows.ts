import { giveUpBatch } from "../../operations/batch/give-up.ts";
import { resumeBatch } from "../../operations/batch/resume.ts";
import type { Context } from "../../operations/context.ts";
import { type RouteRow, steering } from "./route-row.ts";

const reason = "by the table";

/** The batch as it would be after workers died while its jobs were made. */
async function standsStill({ db }: Context, batchId: string): Promise<void> {
  const data = {
    state: "Processing",
    expandedAt: null,
    stoppedAt: new Date(),
    kills: 3,
    errorCode: null,
  } as const;
  await db.batch.update({ where: { id: batchId }, data });
}

/** What an operator decides on a batch that stands still. */
export const STANDSTILL_ROWS: readonly RouteRow[] = [
  {
    route: "POST api/v1/batches/[id]/resume",
    expect: steering,
    call: async (ctx, { batchId }) => {
      await standsStill(ctx, batchId);
      return resumeBatch(ctx, { batchId, reason });
    },
    changes: "fresh",
  },
  {
    route: "POST api/v1/batches/[id]/give-up",
    expect: steering,
    call: async (ctx, { batchId }) => {
      await standsStill(ctx, batchId);
      return giveUpBatch(ctx, { batchId, reason });
    },
    changes: "fresh",
  },
];

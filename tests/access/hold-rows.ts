import type { Context } from "../../operations/context.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { everybody, mails, type RouteRow, steering } from "./route-row.ts";

const reason = "disks are moved";

/** The batch as it would be with a hold on it. */
async function heldBatch({ db }: Context, batchId: string): Promise<void> {
  const held = { heldAt: new Date(), heldBy: "Olga", heldReason: reason };
  await db.batch.update({ where: { id: batchId }, data: { state: "Held", ...held } });
}

async function heldJob({ db }: Context, jobId: string): Promise<void> {
  const held = { heldAt: new Date(), heldBy: "Olga", heldReason: reason };
  await db.job.update({ where: { id: jobId }, data: { state: "Held", ...held } });
}

async function intake({ db }: Context, heldAt: Date | null): Promise<void> {
  await db.intake.update({ where: { id: 1 }, data: { heldAt, heldBy: "Olga", heldReason: reason } });
}

/** The older name of a route, answered as the new one is. */
const OLDER = {
  "DELETE api/v1/batches/[id]/hold": "POST api/v1/batches/[id]/release",
  "DELETE api/v1/jobs/[id]/hold": "POST api/v1/jobs/[id]/release",
  "DELETE api/v1/intake/hold": "POST api/v1/intake/release",
} as const;

const ROWS: readonly RouteRow[] = [
  {
    route: "PUT api/v1/batches/[id]/hold",
    expect: steering,
    call: async (ctx, { batchId }) => {
      await ctx.db.batch.update({ where: { id: batchId }, data: { state: "Pending" } });
      return placeHold(ctx, { on: "batch", id: batchId, reason });
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/batches/[id]/hold",
    expect: steering,
    call: async (ctx, { batchId }) => {
      await heldBatch(ctx, batchId);
      return releaseHold(ctx, { on: "batch", id: batchId });
    },
    changes: "fresh",
  },
  {
    route: "PUT api/v1/jobs/[id]/hold",
    expect: steering,
    call: async (ctx, { jobId }) => {
      await ctx.db.job.update({ where: { id: jobId }, data: { state: "Pending" } });
      return placeHold(ctx, { on: "job", id: jobId, reason });
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/jobs/[id]/hold",
    expect: steering,
    call: async (ctx, { jobId }) => {
      await heldJob(ctx, jobId);
      return releaseHold(ctx, { on: "job", id: jobId });
    },
    changes: "fresh",
  },
  { route: "GET api/v1/intake", expect: everybody("ok"), call: getIntake },
  {
    route: "PUT api/v1/intake/hold",
    expect: mails,
    call: async (ctx) => {
      await intake(ctx, null);
      return placeHold(ctx, { on: "intake", reason });
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/intake/hold",
    expect: mails,
    call: async (ctx) => {
      await intake(ctx, new Date());
      return releaseHold(ctx, { on: "intake" });
    },
    changes: "fresh",
  },
];

/** Holds on batches, jobs and the whole intake. */
export const HOLD_ROWS: readonly RouteRow[] = ROWS.flatMap((row) => {
  const route = OLDER[row.route as keyof typeof OLDER];
  return route ? [row, { ...row, route }] : [row];
});

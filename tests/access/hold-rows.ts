import { holdBatch } from "../../operations/batch/hold.ts";
import { releaseBatch } from "../../operations/batch/release.ts";
import type { Context } from "../../operations/context.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { holdIntake } from "../../operations/intake/hold.ts";
import { liftIntake } from "../../operations/intake/lift.ts";
import { holdJob } from "../../operations/job/hold.ts";
import { releaseJob } from "../../operations/job/release.ts";
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

/** Holds on batches, jobs and the whole intake. */
export const HOLD_ROWS: readonly RouteRow[] = [
  {
    route: "PUT api/v1/batches/[id]/hold",
    expect: steering,
    call: async (ctx, { batchId }) => {
      await ctx.db.batch.update({ where: { id: batchId }, data: { state: "Pending" } });
      return holdBatch(ctx, { batchId, reason });
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/batches/[id]/hold",
    expect: steering,
    call: async (ctx, { batchId }) => {
      await heldBatch(ctx, batchId);
      return releaseBatch(ctx, { batchId });
    },
    changes: "fresh",
  },
  {
    route: "PUT api/v1/jobs/[id]/hold",
    expect: steering,
    call: async (ctx, { jobId }) => {
      await ctx.db.job.update({ where: { id: jobId }, data: { state: "Pending" } });
      return holdJob(ctx, { jobId, reason });
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/jobs/[id]/hold",
    expect: steering,
    call: async (ctx, { jobId }) => {
      await heldJob(ctx, jobId);
      return releaseJob(ctx, { jobId });
    },
    changes: "fresh",
  },
  { route: "GET api/v1/intake", expect: everybody("ok"), call: getIntake },
  {
    route: "PUT api/v1/intake/hold",
    expect: mails,
    call: async (ctx) => {
      await intake(ctx, null);
      return holdIntake(ctx, { reason });
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/intake/hold",
    expect: mails,
    call: async (ctx) => {
      await intake(ctx, new Date());
      return liftIntake(ctx, {});
    },
    changes: "fresh",
  },
];

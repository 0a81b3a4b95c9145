import { requireLease } from "../../prisma/store/job/require-lease.ts";
import { finishObject } from "../../prisma/store/object/finish.ts";
import type { Stage } from "./stage.ts";

/** Tells that the job is done: its folder goes, its object is free for the next job, its batch is looked at. */
export const notify: Stage<"Notify"> = async ({ ctx, ports, job, fence }) => {
  await requireLease(ctx.db, job.id, fence);
  await ports.working.removeJob(job.id);
  // the version is in the inventory, so the next job may write before this one's last move
  await finishObject(ctx.db, job.id, fence);
  await ports.faultPoint("Notify:effect");
  return { kind: "advance", to: "Completed", folderGone: true };
};

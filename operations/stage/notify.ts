import { lockLease } from "../../prisma/store/job/load.ts";
import { finishObject } from "../../prisma/store/object/record.ts";
import { removeFolders } from "../upkeep/remove-folders.ts";
import type { Stage } from "./stage.ts";

/** Tells that the job is done: its folder goes, its object is free for the next job, its batch is looked at. */
export const notify: Stage<"Notify"> = async ({ ctx, ports, job, fence }) => {
  await removeFolders(ctx, ports.working, "jobs", async (tx) => {
    await lockLease(tx, job.id, fence);
    // the version is in the inventory, so the next job may write before this one's last move
    await finishObject(tx, job.id, fence);
    return [job.id];
  });
  await ports.faultPoint("Notify:effect");
  return { kind: "advance", to: "Completed", folderGone: true };
};

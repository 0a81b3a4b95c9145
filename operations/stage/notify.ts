import { lockLease } from "../../prisma/store/job/load.ts";
import { finishObject } from "../../prisma/store/object/record.ts";
import { removeFolders } from "../upkeep/remove-folders.ts";
import type { Stage } from "./stage.ts";

/**
 * Finishes the job: removes its folder and releases its object for the next job. A small one, whose object has been
 * released with its record, leaves its folder to be removed once it is Completed.
 */
export const notify: Stage<"Notify"> = async ({ ctx, ports, job, fence, placed }) => {
  if (placed?.isSmall) {
    await ports.faultPoint("Notify:effect");
    return { kind: "advance", to: "Completed", dropFolder: true };
  }
  await removeFolders(ctx, ports.working, "jobs", async (tx) => {
    await lockLease(tx, job.id, fence);
    // the version is in the inventory, so the next job may write even before this one's last move
    await finishObject(tx, job.id, fence);
    return [job.id];
  });
  await ports.faultPoint("Notify:effect");
  return { kind: "advance", to: "Completed", folderGone: true };
};

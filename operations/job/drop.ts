import type { DeletableState } from "../../core/job/deletable.ts";
import type { Sql } from "../../prisma/sql.ts";
import { moveJobs } from "../../prisma/store/job/bulk.ts";
import { releaseObjects } from "../../prisma/store/object/identity.ts";

/** Moves locked jobs to Deleted, marks their folders for removal and frees the objects they had claimed. */
export async function dropJobs(
  tx: Sql,
  drop: {
    readonly jobIds: readonly string[];
    readonly from: DeletableState;
    readonly actor: string;
    readonly reason: string | undefined;
  },
): Promise<void> {
  const { jobIds, from, actor, reason } = drop;
  await moveJobs(tx, {
    jobIds,
    from,
    to: "Deleted",
    by: "person",
    actor,
    dropFolder: true,
    ...(reason && { reason }),
  });
  await releaseObjects(tx, jobIds);
}

import { QueueError } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";

/**
 * Asked right before a version is put into its place: is this worker still the one? From then on the version may be in
 * the storage although nothing says so, so the object stays this job's, even when it fails, until it has recorded it.
 * The row is locked: whoever fails the job at this moment does it before, and is asked for, or after, and sees the mark.
 * @throws QueueError `lease_lost`
 */
export async function markPlacing(
  tx: Sql,
  { jobId, fence, version }: { readonly jobId: string; readonly fence: bigint; readonly version: number },
): Promise<void> {
  const marked = await tx.$executeRaw`
    WITH mine AS (SELECT id, fence FROM job WHERE id = ${jobId} AND fence = ${fence} FOR SHARE)
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, 'place', jsonb_build_object('version', ${version}::int), fence FROM mine
    ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()`;
  if (marked === 0) throw new QueueError("lease_lost", `The lease on ${jobId} is lost.`);
}

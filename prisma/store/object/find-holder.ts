import type { JobState } from "../../../core/job/states.ts";
import type { Sql } from "../../sql.ts";

/** The other job that may write the object a job has chosen, if there is one. */
export async function findHolder(
  tx: Sql,
  jobId: string,
): Promise<{ readonly id: string; readonly state: JobState } | undefined> {
  const [holder] = await tx.$queryRaw<{ id: string; state: JobState }[]>`
    SELECT holder.id, holder.state
    FROM job JOIN stored_object ON stored_object.ark = job.ark JOIN job AS holder ON holder.id = stored_object.busy_job_id
    WHERE job.id = ${jobId} AND holder.id <> job.id`;
  return holder;
}

import { resumeBatch } from "../../../operations/batch/resume.ts";
import { resumeJob } from "../../../operations/job/resume.ts";
import type { World } from "../world.ts";

/** Failures that say nothing about the deposit: a person who has mended the cause runs the job again. */
const AGAIN = ["worker_killed", "disk_full"];

/** What a person does for the repository's side: batches that stand still go on, jobs that failed by no fault of theirs run again. @returns how many acts */
export async function runAgain(world: World): Promise<number> {
  return (await goOn(world)) + (await resumeFailed(world));
}

async function goOn({ ctx }: World): Promise<number> {
  const batches = await ctx.db.batch.findMany({ where: { stoppedAt: { not: null } }, select: { id: true } });
  let acts = 0;
  for (const { id: batchId } of batches)
    acts += await resumeBatch(ctx, { batchId, reason: "Its workers were killed on purpose." }).then(
      () => 1,
      () => 0,
    );
  return acts;
}

async function resumeFailed({ ctx }: World): Promise<number> {
  const jobs = await ctx.db.job.findMany({
    where: { state: "Failed", errorCode: { in: AGAIN } },
    select: { id: true },
  });
  let acts = 0;
  for (const { id: jobId } of jobs)
    acts += await resumeJob(ctx, { jobId, reason: "The cause is mended." }).then(
      () => 1,
      () => 0,
    );
  return acts;
}

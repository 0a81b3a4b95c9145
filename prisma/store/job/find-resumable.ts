import type { Resumable } from "../../../core/job/resume.ts";
import type { Tx } from "../../client.ts";

export type ResumableJob = Resumable & { readonly collectionId: string; readonly batchId: string };

/** What deciding on a job's resume takes. */
export async function findResumable(tx: Tx, jobId: string): Promise<ResumableJob | undefined> {
  const row = await tx.job.findUnique({
    where: { id: jobId },
    select: {
      state: true,
      lastSuccessfulState: true,
      payloadTrusted: true,
      workingDirectory: true,
      batchId: true,
      batch: { select: { collectionId: true } },
    },
  });
  if (!row) return undefined;
  const { workingDirectory, batch, ...job } = row;
  return { ...job, hasFiles: workingDirectory !== null, collectionId: batch.collectionId };
}

import { BATCH_ID, JOB_ID } from "../ids.ts";

/** The batch and job that stored a version. */
export type Origin = { readonly batchId: string; readonly jobId: string };

/** What a version's message says when Waybill stores it. Source: docs/reference/storage.md. */
export function originMessage({ batchId, jobId }: Origin): string {
  return `Deposit ${batchId}, job ${jobId}`;
}

/** Who stored a version, by its message; undefined when Waybill has not written it. */
export function readOrigin(message: string): Origin | undefined {
  const [, batchId = "", jobId = ""] = /^Deposit (\S+), job (\S+)$/.exec(message) ?? [];
  return BATCH_ID.test(batchId) && JOB_ID.test(jobId) ? { batchId, jobId } : undefined;
}

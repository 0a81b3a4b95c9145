import { QueueError } from "../../../core/errors.ts";
import type { Tx } from "../../client.ts";

const SELECT = {
  id: true,
  kind: true,
  submitter: true,
  submitterId: true,
  userAgent: true,
  responseForm: true,
  deposit: true,
  payloadFilename: true,
  errorCode: true,
  errorMessage: true,
  createdAt: true,
  endedAt: true,
  collection: { select: { slug: true, name: true } },
  profileVersion: { select: { settings: true } },
} as const;

/**
 * What a report says about the batch itself, with the profile it was accepted under.
 * @throws QueueError `not_found`
 */
export async function getReportBatch(tx: Tx, batchId: string) {
  const batch = await tx.batch.findUnique({ where: { id: batchId }, select: SELECT });
  if (!batch) throw new QueueError("not_found", `There is no batch ${batchId}.`);
  return batch;
}

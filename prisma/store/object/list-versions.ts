import type { Tx } from "../../client.ts";

const SELECT = {
  version: true,
  createdAt: true,
  submitter: true,
  batchId: true,
  jobId: true,
  fileCount: true,
  sizeBytes: true,
  inventorySha256: true,
  filesAdded: true,
  filesChanged: true,
  filesRemoved: true,
} as const;

/** All versions of an object, newest first. */
export async function listVersions(tx: Tx, objectId: string) {
  return tx.objectVersion.findMany({ where: { objectId }, orderBy: { version: "desc" }, select: SELECT });
}

import type { Tx } from "../../client.ts";

const SELECT = {
  ordinal: true,
  name: true,
  url: true,
  digestType: true,
  digestValue: true,
  declaredSize: true,
  size: true,
  received: true,
  sha256: true,
  declaredMediaType: true,
  mediaType: true,
  warning: true,
  verifiedAt: true,
  attempts: true,
  errorCode: true,
  errorMessage: true,
} as const;

/** Files of a job as its page shows them, after place `after`, one more than `limit`. */
export async function listFilesOfJob(
  tx: Tx,
  jobId: string,
  page: { readonly after: number; readonly limit: number },
) {
  return tx.jobFile.findMany({
    where: { jobId, ordinal: { gt: page.after } },
    orderBy: { ordinal: "asc" },
    take: page.limit + 1,
    select: SELECT,
  });
}

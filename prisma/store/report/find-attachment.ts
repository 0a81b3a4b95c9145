import type { Tx } from "../../client.ts";

/** One file of a report, still compressed, with the collection of its batch. `size`: uncompressed bytes. */
export async function findAttachment(
  tx: Tx,
  file: { readonly batchId: string; readonly number: number; readonly filename: string },
) {
  return tx.reportAttachment.findFirst({
    where: { filename: file.filename, report: { batchId: file.batchId, number: file.number } },
    select: {
      filename: true,
      mediaType: true,
      size: true,
      gzip: true,
      report: { select: { batch: { select: { collectionId: true } } } },
    },
  });
}

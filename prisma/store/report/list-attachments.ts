import type { Tx } from "../../client.ts";

/** The files of a report by name, without their bytes. `size`: uncompressed. */
export async function listAttachments(tx: Tx, reportId: string) {
  return tx.reportAttachment.findMany({
    where: { reportId },
    orderBy: { filename: "asc" },
    select: { filename: true, mediaType: true, size: true },
  });
}

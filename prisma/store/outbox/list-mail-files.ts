import type { Tx } from "../../client.ts";

/** The files of a report by name, gzip-compressed. At most 10 MB together when the mail is to carry them. */
export async function listMailFiles(tx: Tx, reportId: string) {
  return tx.reportAttachment.findMany({
    where: { reportId },
    orderBy: { filename: "asc" },
    select: { filename: true, mediaType: true, gzip: true },
  });
}

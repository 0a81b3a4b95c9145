import type { Tx } from "../../client.ts";

/** One file of a report. `size`: uncompressed bytes; `gzip`: the file compressed. */
export type ReportAttachment = {
  readonly filename: string;
  readonly mediaType: string;
  readonly size: number;
  readonly gzip: Uint8Array<ArrayBuffer>;
};

export async function insertAttachment(tx: Tx, reportId: string, file: ReportAttachment): Promise<void> {
  await tx.reportAttachment.create({
    data: { reportId, ...file, size: BigInt(file.size) },
    select: { filename: true },
  });
}

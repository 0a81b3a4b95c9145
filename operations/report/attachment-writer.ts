import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import type { ReportAttachment } from "../../prisma/store/report.ts";

/** A report's file while it is written. */
export type AttachmentWriter = {
  write(text: string): Promise<void>;
  end(): Promise<ReportAttachment>;
};

/** Compresses a file in chunks, so that only its compressed form and one chunk are in memory. */
export function attachmentWriter(filename: string, mediaType: string): AttachmentWriter {
  const gzip = createGzip();
  const compressed = buffer(gzip);
  let size = 0;
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      size += bytes.length;
      if (!gzip.write(bytes)) await once(gzip, "drain");
    },
    async end() {
      gzip.end();
      return { filename, mediaType, size, gzip: new Uint8Array(await compressed) };
    },
  };
}

import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Db } from "../../prisma/client.ts";

/** A report of the batch with its number and text files, by name. */
export async function makeReport(
  db: Db,
  batchId: string,
  files: Readonly<Record<string, string>> = { "jobs.csv": "ordinal,state\n1,Completed\n" },
  number = 1,
): Promise<string> {
  const id = randomUUID();
  await db.report.create({
    data: {
      id,
      batchId,
      number,
      outcome: "OK",
      facts: {},
      attachments: {
        create: Object.entries(files).map(([filename, text]) => ({
          filename,
          mediaType: filename.endsWith(".csv") ? "text/csv" : "application/json",
          size: BigInt(Buffer.byteLength(text)),
          gzip: new Uint8Array(gzipSync(text)),
        })),
      },
    },
  });
  return id;
}

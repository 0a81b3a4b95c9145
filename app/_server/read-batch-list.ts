import "server-only";
import { readBatchList } from "../../adapters/ledger/batch-list.ts";
import { WaybillError } from "../../core/errors.ts";
import { BATCH_LIST_LIMITS } from "../../core/ledger/batch-problems.ts";
import type { SignedBatch } from "../../core/ledger/ports.ts";

/**
 * The body of a request as a verified BatchList.
 * @throws WaybillError `unsupported_type`, `too_large`, `batch_list_invalid`
 */
export async function batchListOf(request: Request): Promise<readonly SignedBatch[]> {
  if (!isBatchList(request.headers))
    throw new WaybillError(
      "unsupported_type",
      "Send the BatchList with Content-Type: application/octet-stream.",
    );
  const chunks: Uint8Array[] = [];
  let size = 0;
  requireFits(Number(request.headers.get("content-length") ?? 0));
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    requireFits(size);
    chunks.push(chunk);
  }
  return readBatchList(Buffer.concat(chunks), { signal: request.signal });
}

/**
 * Grid's own client names no type, but says which protocol it speaks. A form of another site can send neither without being
 * asked first.
 */
function isBatchList(headers: Headers): boolean {
  const type = headers.get("content-type");
  if (type === null) return headers.has("gridprotocolversion");
  return type.toLowerCase() === "application/octet-stream";
}

function requireFits(bytes: number): void {
  if (bytes > BATCH_LIST_LIMITS.bytes)
    throw new WaybillError("too_large", `A BatchList has at most ${BATCH_LIST_LIMITS.bytes} bytes.`);
}

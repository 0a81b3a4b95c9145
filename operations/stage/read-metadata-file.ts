import { WaybillError } from "../../core/errors.ts";
import { bytes } from "../../core/space/admission.ts";
import type { FileRecord } from "../../prisma/store/file.ts";
import type { StageInput } from "./stage.ts";

/**
 * The text of one of the job's verified files, at most `mostBytes`. Errors: `metadata_invalid` when it is too large or
 * not UTF-8.
 */
export async function readMetadataFile(
  { ports, job, signal }: StageInput,
  file: FileRecord,
  mostBytes: number,
): Promise<string> {
  const path = ports.working.pathOf(job.id, file.ordinal);
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of ports.working.read(path)) {
    signal.throwIfAborted();
    sizeBytes += part.length;
    if (sizeBytes > mostBytes) throw unusable(file.name, `it is larger than ${bytes(mostBytes)}`);
    parts.push(part);
  }
  try {
    // strips a byte order mark
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unusable(file.name, "it is not in UTF-8. Save it as UTF-8");
  }
}

function unusable(name: string, why: string): WaybillError {
  const message = `The file cannot be used: ${why}.`;
  return new WaybillError("metadata_invalid", `${name}: ${message}`, {
    problems: [{ line: 0, code: "metadata_invalid", message }],
  });
}

import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Admit, Received } from "../../core/ports.ts";
import { storePayload } from "./store-payload.ts";
import type { Upload } from "./upload.ts";
import { watchStream } from "./watch-stream.ts";

/** Receives an upload whose body is the file itself and whose fields are in the query. */
export async function receiveRaw(upload: Upload, admit: Admit): Promise<Received> {
  const fields = readQuery(upload.query);
  const { expectedBytes } = upload;
  await admit({ fields, leastBytes: expectedBytes ?? 0, isExact: expectedBytes !== undefined });
  if (!upload.body)
    throw new WaybillError(
      "no_payload",
      "The request has no body. Send the file as the body, or as the part `file` of a form.",
    );
  // the body is the file, whose bytes are counted as they are stored
  const chunks = watchStream(upload.body, { ...upload, mostBytes: Number.POSITIVE_INFINITY });
  const { filename } = fields;
  const onHead = (bytes: Uint8Array) =>
    admit({ fields, leastBytes: 0, isExact: false, head: { bytes, filename } });
  const stored = await storePayload(chunks, { ...upload, onHead }, readAlgorithm(fields.digestType ?? ""));
  return { ...stored, fields, filename };
}

function readQuery(query: URLSearchParams): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of query) {
    if (Object.hasOwn(fields, name)) throw new WaybillError("bad_form", `The field ${name} is given twice.`);
    fields[name] = value;
  }
  return fields;
}

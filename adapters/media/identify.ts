import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import mime from "mime";
import type { MediaTypes } from "../../core/ports.ts";

const HEAD_BYTES = 4100;
/** Control characters that no text has; tab, line ends, form feed are fine. */
const CONTROL = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;

/** Media types from the first bytes (signatures), then the name's ending, then whether the bytes are plain text. */
export const mediaTypes: MediaTypes = {
  identify: async (path, name) => {
    const head = await readHead(path);
    const signed = await fileTypeFromBuffer(head);
    const named = mime.getType(name);
    if (signed && !isWrapper(signed.mime, named)) return signed.mime;
    return named ?? (isText(head) ? "text/plain" : "application/octet-stream");
  },
};

/** Formats built on zip or XML look like their wrapper; then the name tells more. */
function isWrapper(signed: string, named: string | null): boolean {
  return named !== null && (signed === "application/zip" || signed === "application/xml");
}

function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  const text = new TextDecoder("utf-8").decode(head.subarray(0, HEAD_BYTES - 4));
  return !text.includes("\ufffd") && !CONTROL.test(text);
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    const buffer = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

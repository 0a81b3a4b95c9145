import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import mime from "mime";
import { isHtmlPage } from "../../core/media/html.ts";
import type { MediaTypes } from "../../core/ports.ts";

const HEAD_BYTES = 4100;
const HTML = "text/html";
/** Control characters that no text has; tab, line ends, form feed are fine. */
const CONTROL = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;

/** What a file's first bytes and its name's extension say about its media type. */
export const mediaTypes: MediaTypes = {
  look: async (path, name) => {
    const head = await readHead(path);
    const text = textOf(head);
    const signed = isHtmlPage(text) ? HTML : ((await fileTypeFromBuffer(head))?.mime ?? null);
    return { signed, named: mime.getType(name), isText: isText(text) };
  },
};

/**
 * As UTF-8, or as UTF-16 by its mark; anything else becomes gibberish. A character cut in half at the end is left out.
 */
function textOf(head: Uint8Array): string {
  const [first, second] = head;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(head, { stream: true });
}

function isText(text: string): boolean {
  return text !== "" && !text.includes("\ufffd") && !CONTROL.test(text);
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

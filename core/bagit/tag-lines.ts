import type { Declaration } from "./declaration.ts";
import type { BagReport } from "./problems.ts";

/** Longest line of a tag file, in UTF-16 units. */
const MAX_LINE = 65_536;

export type TagLine = { readonly line: number; readonly text: string };

/**
 * The lines of a tag file in the encoding bagit.txt names, ended by LF, CRLF or CR; blank ones are left out. Stops
 * after reporting bytes that are not in that encoding, or a line that does not end. Source: RFC 8493 sections 2.1.1,
 * 2.2.
 */
export async function* readTagLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  { encoding, isStrict }: Declaration,
  report: BagReport,
): AsyncGenerator<TagLine> {
  const decode = decoder(encoding);
  let [line, held, isFirst] = [0, "", true];
  const cut = function* (text: string, isEnd: boolean): Generator<TagLine> {
    // a CR at the end of a chunk may be half of a CRLF
    const parts = text.split(isEnd ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
    held = isEnd ? "" : (parts.pop() ?? "");
    for (const part of parts) {
      line += 1;
      if (part.trim() !== "") yield { line, text: part };
    }
  };
  for await (const text of decoded(chunks, decode)) {
    if (text === undefined) {
      report(line + 1, "bag_encoding", { file, encoding });
      return;
    }
    const plain = isFirst ? withoutMark(text, file, encoding, isStrict, report) : text;
    isFirst &&= text === "";
    for (const tag of cut(held + plain, false)) {
      if (tag.text.length > MAX_LINE) return report(tag.line, "bag_line_too_long", { file, most: MAX_LINE });
      yield tag;
    }
    if (held.length > MAX_LINE) return report(line + 1, "bag_line_too_long", { file, most: MAX_LINE });
  }
  yield* cut(held, true);
}

/** Only UTF-8 has a mark that may be there or not; that of UTF-16 says how to read it. */
function withoutMark(
  text: string,
  file: string,
  encoding: string,
  isStrict: boolean,
  report: BagReport,
): string {
  if (!text.startsWith("\ufeff")) return text;
  if (new TextDecoder(encoding).encoding === "utf-8")
    report(1, isStrict ? "bag_byte_order_mark" : "bag_mark_ignored", { file });
  return text.slice(1);
}

type Decode = (chunk: Uint8Array | undefined) => string;

function decoder(encoding: string): Decode {
  let inner: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();
  return (chunk) => {
    if (inner === undefined) {
      head = joined(head, chunk);
      // two bytes tell which UTF-16 it is
      if (chunk !== undefined && head.length < 2) return "";
      const isBig = head[0] === 0xfe && head[1] === 0xff;
      const label = isBig && encoding.toLowerCase() === "utf-16" ? "utf-16be" : encoding;
      inner = new TextDecoder(label, { fatal: true, ignoreBOM: true });
      return inner.decode(head, { stream: chunk !== undefined });
    }
    return inner.decode(chunk, { stream: chunk !== undefined });
  };
}

function joined(head: Uint8Array, chunk: Uint8Array | undefined): Uint8Array {
  if (chunk === undefined) return head;
  const both = new Uint8Array(head.length + chunk.length);
  both.set(head);
  both.set(chunk, head.length);
  return both;
}

/** The text piece by piece; one last undefined when the bytes are not in the encoding. */
async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  decode: Decode,
): AsyncGenerator<string | undefined> {
  try {
    for await (const chunk of chunks) yield decode(chunk);
    yield decode(undefined);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    yield undefined;
  }
}

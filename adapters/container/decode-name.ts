import iconv from "iconv-lite";
import type { NameEncoding } from "../../core/container/name-encodings.ts";
import type { EntryFault } from "../../core/container/problems.ts";
import { likelyReadings } from "./likely-readings.ts";

/**
 * The name of an entry. `readings`: what it may mean when the encoding is unknown; takes milliseconds, so only on
 * request.
 */
export type DecodedName = {
  readonly name: string;
  readonly fault?: EntryFault;
  readonly readings?: () => string;
};

/**
 * The name in a container's bytes: UTF-8 (which includes ASCII), else decoded with `encoding`. A name that is neither
 * is refused with its likeliest readings, since a guess could silently store a wrong name. `isMarked`: the container
 * says that it is UTF-8. Source: docs/reference/containers.md, "Names".
 */
export function decodeName(
  bytes: Uint8Array,
  { isMarked, encoding }: { readonly isMarked: boolean; readonly encoding: NameEncoding | undefined },
): DecodedName {
  const utf8 = readUtf8(bytes);
  if (utf8 !== undefined) return { name: utf8 };
  if (isMarked) return { name: readLatin1(bytes), fault: "entry_name_marked" };
  if (encoding !== undefined) {
    const name = decodeStrictly(bytes, encoding);
    return name === undefined ? { name: readLatin1(bytes), fault: "entry_name_other_encoding" } : { name };
  }
  const readings = () => likelyReadings(bytes, decodeStrictly);
  return { name: readLatin1(bytes), fault: "entry_name_encoding", readings };
}

/** Undefined unless every byte is valid in the encoding and the text encodes back to the same bytes. */
function decodeStrictly(bytes: Uint8Array, encoding: NameEncoding): string | undefined {
  const text = iconv.decode(bytes, encoding);
  if (/[\ufffd\u0080-\u009f]/.test(text)) return undefined;
  return iconv.encode(text, encoding).equals(bytes) ? text : undefined;
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Byte for byte, only fit to be shown. */
function readLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

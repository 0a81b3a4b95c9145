import { crc32 } from "node:zlib";
import type { Entry } from "yauzl";

const FIELD = 0x7075;
const VERSION = 1;
const NAME_AT = 5;

/**
 * The UTF-8 name of a zip entry in Info-ZIP's Unicode path field, when there is one that belongs to the entry's own name.
 * Source: APPNOTE 6.3.10 section 4.6.9.
 */
export function readUnicodePath({ extraFields, fileNameRaw }: Entry): Buffer | undefined {
  const data = extraFields.find(({ id }) => id === FIELD)?.data;
  if (data === undefined || data.length <= NAME_AT || data[0] !== VERSION) return undefined;
  return data.readUInt32LE(1) === crc32(fileNameRaw) ? data.subarray(NAME_AT) : undefined;
}

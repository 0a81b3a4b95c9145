import { CONTAINER_LIMITS } from "../../core/container/limits.ts";
import type { ZipEndFault, ZipEndOddity } from "../../core/container/problems.ts";
import type { FileReader } from "./file-reader.ts";

const END = 0x06054b50;
const END_BYTES = 22;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const MOST_COMMENT = 0xffff;
/** What may follow the end record: blocks of tape and of disks are padded with zeros. */
const MOST_PADDING = 65_536;
/** Longer than the longest entry of the list. */
const WINDOW = 262_144;
/** The end record counts with 16 bits. */
const COUNTS_TO = 65_536;

/**
 * Where a zip ends and what its central directory holds. `bytes`: without padding after the end; `entryCount`: the
 * actual number.
 */
export type ZipEnd = {
  readonly bytes: number;
  readonly entryCount: number;
  readonly oddities: readonly ZipEndOddity[];
};

/** A zip whose end record does not match its central directory, or data that is not a zip. */
export class ZipEndError extends Error {
  readonly fault: ZipEndFault;

  constructor(fault: ZipEndFault) {
    super(`the end of the zip: ${fault}`);
    this.fault = fault;
  }
}

/**
 * Finds a zip's end record and counts the entries of its central directory one by one: some systems count with 16 bits
 * and silently lose 65,536 of 66,000. The directory must end where the end record begins. Undefined when there is no
 * end record, or the zip is split over several files, which its reader reports better. A zip64 record is used where the
 * end record's numbers are too small. Source: APPNOTE 6.3.10 sections 4.3.12 to 4.3.16.
 * @throws ZipEndError
 */
export async function readZipEnd(reader: FileReader): Promise<ZipEnd | undefined> {
  const from = Math.max(0, reader.sizeBytes - END_BYTES - MOST_COMMENT - MOST_PADDING);
  const tail = Buffer.from(await reader.bytes(from, reader.sizeBytes - from));
  const at = findEnd(tail);
  if (at === undefined) return undefined;
  const list64 = await findList64(reader, from + at);
  if (list64 === undefined && tail.readUInt16LE(at + 4) !== 0) return undefined;
  if (list64?.isParted) return undefined;
  const end = at + END_BYTES + tail.readUInt16LE(at + 20);
  const rest = tail.subarray(end);
  if (rest.some((byte) => byte !== 0)) throw new ZipEndError("zip_trailing");
  const list: List = list64 ?? {
    from: tail.readUInt32LE(at + 16),
    bytes: tail.readUInt32LE(at + 12),
    to: from + at,
    declared: tail.readUInt16LE(at + 10),
    countsTo: COUNTS_TO,
  };
  if (list.from + list.bytes !== list.to) throw new ZipEndError("zip_list_misplaced");
  const entryCount = await countEntries(reader, list);
  const oddities: ZipEndOddity[] = rest.length > 0 ? ["zip_padding"] : [];
  if (entryCount <= CONTAINER_LIMITS.entries && entryCount !== list.declared) {
    if (entryCount % list.countsTo !== list.declared) throw new ZipEndError("zip_count_differs");
    oddities.push("zip_count_small");
  }
  return { bytes: from + end, entryCount, oddities };
}

/** The offset of the last end record whose comment fits within the file. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length) return at;
  }
  return undefined;
}

type List = {
  readonly from: number;
  readonly bytes: number;
  /** Where the end record begins. */
  readonly to: number;
  readonly declared: number;
  /** The end record's count starts over here. */
  readonly countsTo: number;
};

/** What the zip64 end record says of the list, when there is one before the end record. */
async function findList64(
  reader: FileReader,
  end: number,
): Promise<(List & { readonly isParted: boolean }) | undefined> {
  const locatorAt = end - END64_LOCATOR_BYTES;
  if (locatorAt < END64_BYTES) return undefined;
  const locator = await reader.bytes(locatorAt, END64_LOCATOR_BYTES);
  if (locator.readUInt32LE(0) !== END64_LOCATOR) return undefined;
  const at = Number(locator.readBigUInt64LE(8));
  if (at > locatorAt - END64_BYTES) throw new ZipEndError("zip_list_misplaced");
  const record = await reader.bytes(at, END64_BYTES);
  if (record.readUInt32LE(0) !== END64) throw new ZipEndError("zip_list_misplaced");
  return {
    from: Number(record.readBigUInt64LE(48)),
    bytes: Number(record.readBigUInt64LE(40)),
    to: at,
    declared: Number(record.readBigUInt64LE(32)),
    countsTo: Number.POSITIVE_INFINITY,
    isParted: record.readUInt32LE(16) !== 0,
  };
}

/**
 * How many entries the list has, from its first byte to its last; counting stops one above the most that are accepted.
 */
async function countEntries(reader: FileReader, { from, to }: List): Promise<number> {
  let count = 0;
  for (let at = from; at < to; ) {
    const window = await reader.bytes(at, Math.min(WINDOW, to - at));
    let read = 0;
    for (let next = entryEnd(window, read); next !== undefined; next = entryEnd(window, read)) {
      read = next;
      count += 1;
      if (count > CONTAINER_LIMITS.entries) return count;
    }
    if (read === 0) throw new ZipEndError("zip_list_misplaced");
    at += read;
  }
  return count;
}

/**
 * Where the entry at this position of the list ends; undefined when it is not an entry, or not complete within the
 * bytes.
 */
function entryEnd(list: Buffer, at: number): number | undefined {
  if (at + ENTRY_BYTES > list.length || list.readUInt32LE(at) !== ENTRY) return undefined;
  const end =
    at + ENTRY_BYTES + list.readUInt16LE(at + 28) + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  return end <= list.length ? end : undefined;
}

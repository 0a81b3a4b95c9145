import { inflateRawSync } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, type LocalFileHeader, type ZipFile } from "yauzl";
import { tidyName } from "../../core/container/entry-name.ts";
import { CONTAINER_LIMITS } from "../../core/container/limits.ts";
import type { NameEncoding } from "../../core/container/name-encodings.ts";
import { describeEntryProblem, type EntryFault } from "../../core/container/problems.ts";
import { type DecodedName, decodeName } from "./decode-name.ts";
import { FileReader } from "./file-reader.ts";
import { readUnicodePath } from "./unicode-path.ts";
import type { Walk, WalkedEntry, WalkOptions } from "./walk.ts";
import { readZipEnd } from "./zip-end.ts";

const UTF8_FLAG = 0x800;
const STORE = 0;
const DEFLATE = 8;
const TYPE_BITS = 0o170000;
const LINK = 0o120000;
const FILE = 0o100000;
const FOLDER = 0o040000;
const DOS_FOLDER = 0x10;
const SLASH = 0x2f;
const SMALL_BYTES = 262_144;

/**
 * Walks through a zip by its central directory. yauzl reads it, zip64 included, and enforces that entries stay within
 * the file and their declared sizes; names, kinds, CRCs and agreement with each entry's own header are checked here and
 * by the listing. Source: APPNOTE 6.3.10 sections 4.3, 4.4; docs/reference/containers.md.
 */
export async function* walkZip(path: string, options: WalkOptions): Walk {
  const reader = await FileReader.open(path);
  const zip = await openZip(reader, options);
  try {
    // just enough for the listing to report too many
    let left = CONTAINER_LIMITS.entries + 1;
    for await (const found of zip.eachEntry()) {
      const local = await zip.readLocalFileHeaderPromise(found);
      const entry = walked({ reader, zip, found, local, encoding: options.nameEncoding });
      // the top folder itself, ./, is no entry
      if (entry.entry.name !== "" || entry.entry.kind === "file") yield entry;
      left -= 1;
      if (left === 0) return;
    }
  } finally {
    zip.close();
  }
}

async function openZip(reader: FileReader, { warn }: WalkOptions): Promise<ZipFile> {
  try {
    const end = await readZipEnd(reader);
    const zip = await fromRandomAccessReaderPromise(reader, end?.bytes ?? reader.sizeBytes, {
      autoClose: false,
      decodeStrings: false,
    });
    if (end) zip.entryCount = end.entryCount;
    for (const oddity of end?.oddities ?? []) warn(describeEntryProblem(oddity));
    return zip;
  } catch (error) {
    reader.close(() => undefined);
    throw error;
  }
}

type Found = {
  readonly reader: FileReader;
  readonly zip: ZipFile;
  readonly found: Entry;
  readonly local: LocalFileHeader;
  readonly encoding: NameEncoding | undefined;
};

function walked(at: Found): WalkedEntry {
  const { found, local } = at;
  const { name, fault, readings } = nameOf(found, at.encoding);
  const isFolder = found.fileNameRaw.at(-1) === SLASH || isDosFolder(found);
  const faults = faultsOf(found, local, isFolder);
  if (fault) faults.unshift(fault);
  return {
    entry: {
      name: tidyName(name, isFolder),
      kind: isFolder ? "folder" : "file",
      sizeBytes: found.uncompressedSize,
      compressedBytes: found.compressedSize,
      span: { from: found.relativeOffsetOfLocalHeader, to: local.fileDataStart + found.compressedSize },
      faults,
      ...(readings !== undefined && { readings }),
    },
    open: () => openEntry(at),
    judge: ({ sizeBytes, crc32 }) => {
      if (sizeBytes !== found.uncompressedSize) return "entry_size";
      return crc32 === found.crc32 ? undefined : "entry_damaged";
    },
  };
}

/** Reads a small entry at once, without a stream and its threads; a large one as a stream. */
async function openEntry({ reader, zip, found, local }: Found): Promise<AsyncIterable<Uint8Array>> {
  const { compressedSize, uncompressedSize, compressionMethod } = found;
  if (compressedSize > SMALL_BYTES || uncompressedSize > SMALL_BYTES) return zip.openReadStreamPromise(found);
  const packed = await reader.bytes(local.fileDataStart, compressedSize);
  const bytes =
    compressionMethod === STORE
      ? packed
      : inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) });
  return only(bytes);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A name without the UTF-8 flag may carry a second one that is UTF-8 (Info-ZIP's field 0x7075). */
function nameOf(found: Entry, encoding: NameEncoding | undefined): DecodedName {
  const isUtf8 = (found.generalPurposeBitFlag & UTF8_FLAG) !== 0;
  const second = isUtf8 ? undefined : readUnicodePath(found);
  const isMarked = isUtf8 || second !== undefined;
  return decodeName(second ?? found.fileNameRaw, { isMarked, encoding });
}

/**
 * A zip written on DOS, or by its rules, may mark a folder by its attribute alone. Source: APPNOTE 6.3.10 sections
 * 4.4.2 and 4.4.15.
 */
function isDosFolder({ versionMadeBy, externalFileAttributes, uncompressedSize }: Entry): boolean {
  return versionMadeBy >>> 8 === 0 && (externalFileAttributes & DOS_FOLDER) !== 0 && uncompressedSize === 0;
}

function faultsOf(found: Entry, local: LocalFileHeader, isFolder: boolean): EntryFault[] {
  const faults: EntryFault[] = [];
  const type = (found.externalFileAttributes >>> 16) & TYPE_BITS;
  if (type === LINK) faults.push("entry_link");
  else if (type !== 0 && type !== FILE && type !== FOLDER) faults.push("entry_special");
  if (!found.fileNameRaw.equals(local.fileName) || found.compressionMethod !== local.compressionMethod)
    faults.push("entry_header_differs");
  if (found.isEncrypted()) faults.push("entry_encrypted");
  else if (found.compressionMethod !== STORE && found.compressionMethod !== DEFLATE)
    faults.push("entry_method");
  if (isFolder && found.uncompressedSize > 0) faults.push("entry_folder_with_data");
  return faults;
}

import { type Extract, type ExtractEvents, extract, type Header } from "tar-stream";
import { tidyName } from "../../core/container/entry-name.ts";
import { CONTAINER_LIMITS } from "../../core/container/limits.ts";
import type { NameEncoding } from "../../core/container/name-encodings.ts";
import type { ContainerEntry } from "../../core/container/ports.ts";
import { describeEntryProblem, type EntryFault } from "../../core/container/problems.ts";
import { type DecodedName, decodeName } from "./decode-name.ts";
import { isWholeBetween } from "./tar-between.ts";
import { TarTape } from "./tar-tape.ts";
import type { Walk, WalkedEntry, WalkOptions } from "./walk.ts";

type Source = ExtractEvents["entry"][1];

const BLOCK_BYTES = 512;

const KINDS: Readonly<Record<string, EntryFault | "file" | "folder">> = {
  file: "file",
  "contiguous-file": "file",
  directory: "folder",
  link: "entry_link",
  symlink: "entry_link",
};

/** GNU's kinds. Source: GNU tar manual, "Basic Tar Format". */
const VOLUME_LABEL = "V";
const GNU_KINDS: Readonly<Record<string, EntryFault>> = { S: "entry_sparse", M: "entry_continued" };

/** The blocks before an entry's header are damaged, or mark the end of the tar. */
export class TarHeaderError extends Error {}

/** The tar ends without the blocks that end every tar. */
export class TarEndError extends Error {}

const READING = { highWaterMark: 65_536, filenameEncoding: "latin1", allowUnknownFormat: true };

/**
 * Walks through a tar as it streams by: POSIX ustar and pax, GNU and the old format. tar-stream reads the headers and
 * checks their sums; a tar has no digests of its own. Unread parts of an entry are skipped. Source: POSIX.1-2024 pax,
 * "ustar Interchange Format" and "pax Extended Header"; docs/reference/containers.md.
 */
export async function* walkTar(bytes: AsyncIterable<Uint8Array>, options: WalkOptions): Walk {
  // names as bytes, so that they are decoded by our rule; pax names are UTF-8 by the standard
  const tar = extract(READING);
  const tape = new TarTape();
  const feeding = feed(tape.record(bytes), tar);
  try {
    let left = CONTAINER_LIMITS.entries + 1;
    let end = 0;
    for await (const found of tar) {
      // all entries except those with long names or sizes begin where the previous one ends
      if (found.offset > end && !isWholeBetween(tape.between(end, found.offset))) throw new TarHeaderError();
      const entry = entryOf(found.header, tape.typeAt(found.offset), options.nameEncoding);
      if (entry === "label") options.warn(describeEntryProblem("tar_label", { name: found.header.name }));
      // the top folder itself, ./, is no entry
      else if (entry.name !== "" || entry.kind === "file") yield walked(entry, found);
      // refused, since nothing after it can be distinguished from its map
      if (tape.hasMapBlocks(found.offset)) return;
      found.resume();
      end = endOf(found);
      left -= 1;
      if (left === 0) return;
    }
    requireEnd(tape, end);
  } finally {
    tar.destroy();
    await feeding;
  }
}

/** There may be a header for the next entry whose data is cut off. @throws TarEndError */
function requireEnd(tape: TarTape, end: number): void {
  const isEmpty = tape.between(end, end + BLOCK_BYTES).every((byte) => byte === 0);
  if (tape.length - end < BLOCK_BYTES || !isEmpty) throw new TarEndError();
}

/** Feeds the bytes to the reader as it takes them. Errors come out of the reader. */
async function feed(bytes: AsyncIterable<Uint8Array>, tar: Extract): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (tar.destroyed) return;
      if (!tar.write(chunk)) await untilTaken(tar);
    }
    tar.end(undefined);
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function untilTaken(tar: Extract): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      tar.off("drain", go);
      tar.off("close", go);
      resolve();
    };
    tar.on("drain", go);
    tar.on("close", go);
    if (tar.destroyed) go();
  });
}

function walked(entry: ContainerEntry, found: AsyncIterable<unknown>): WalkedEntry {
  return {
    entry,
    open: async () => bytesOf(found),
    judge: ({ sizeBytes }) => (sizeBytes === entry.sizeBytes ? undefined : "entry_size"),
  };
}

async function* bytesOf(found: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of found) if (chunk instanceof Uint8Array) yield chunk;
}

/** Where an entry's bytes end on the tape, including the padding of the last block. */
function endOf({ header, offset }: Source): number {
  const bytes = header.type === "directory" ? 0 : header.size;
  return offset + BLOCK_BYTES + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

function entryOf(header: Header, type: string, encoding: NameEncoding | undefined): ContainerEntry | "label" {
  if (type === VOLUME_LABEL) return "label";
  // null: a kind the library does not know
  const known: string | null = header.type;
  const kind = known === null ? (GNU_KINDS[type] ?? "entry_kind") : (KINDS[known] ?? "entry_special");
  const pax = paxOf(header);
  const { name, fault, readings } = nameOf(header, pax, encoding);
  const faults: EntryFault[] = [];
  if (fault) faults.push(fault);
  if (kind !== "file" && kind !== "folder") faults.push(kind);
  else if (isSparse(pax)) faults.push("entry_sparse");
  const isFolder = kind === "folder";
  return {
    name: tidyName(name, isFolder),
    kind: isFolder ? "folder" : "file",
    sizeBytes: header.size,
    faults,
    ...(readings !== undefined && { readings }),
  };
}

function paxOf({ pax }: Header): object {
  return typeof pax === "object" && pax !== null ? pax : {};
}

/** Names come as bytes in a string, those of pax headers decoded: they are UTF-8 by the standard. */
function nameOf({ name }: Header, pax: object, encoding: NameEncoding | undefined): DecodedName {
  if (!("path" in pax)) return decodeName(Buffer.from(name, "latin1"), { isMarked: false, encoding });
  return name.includes("\ufffd") ? { name, fault: "entry_name_marked" } : { name };
}

/** GNU's sparse files in pax headers: their bytes in the tar are not the file's. */
function isSparse(pax: object): boolean {
  return Object.keys(pax).some((key) => key.startsWith("GNU.sparse."));
}

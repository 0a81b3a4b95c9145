import { type Extract, extract, type Header } from "tar-stream";
import { readEntryName, tidyName } from "../../core/container/entry-name.ts";
import { CONTAINER_LIMITS } from "../../core/container/limits.ts";
import type { ContainerEntry } from "../../core/container/ports.ts";
import type { EntryFault } from "../../core/container/problems.ts";
import type { Walk, WalkedEntry } from "./walk.ts";

const KINDS: Readonly<Record<string, EntryFault | "file" | "folder">> = {
  file: "file",
  "contiguous-file": "file",
  directory: "folder",
  link: "entry_link",
  symlink: "entry_link",
};

const READING = { highWaterMark: 65_536, filenameEncoding: "latin1", allowUnknownFormat: true };

/**
 * Goes through a tar as it streams by: POSIX ustar and pax, GNU and the old format. tar-stream reads the headers and checks
 * their sums; a tar has no digests of its own. What is not read of an entry is skipped.
 * Source: POSIX.1-2024 pax, "ustar Interchange Format" and "pax Extended Header"; docs/reference/containers.md.
 */
export async function* walkTar(bytes: AsyncIterable<Uint8Array>): Walk {
  // names as bytes, so that they are decoded by our rule; pax names are UTF-8 by the standard
  const tar = extract(READING);
  const feeding = feed(bytes, tar);
  try {
    let left = CONTAINER_LIMITS.entries + 1;
    for await (const found of tar) {
      const entry = entryOf(found.header);
      // the top folder itself, ./, is no entry
      if (entry.name !== "" || entry.kind === "file") yield walked(entry, found);
      found.resume();
      left -= 1;
      if (left === 0) return;
    }
  } finally {
    tar.destroy();
    await feeding;
  }
}

/** Writes the bytes into the reader as it takes them. What goes wrong comes out of the reader. */
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

function entryOf(header: Header): ContainerEntry {
  // null: a kind the library does not know
  const type: string | null = header.type;
  const kind = type === null ? "entry_kind" : (KINDS[type] ?? "entry_special");
  const pax = paxOf(header);
  const { name, isClear } = nameOf(header, pax);
  const faults: EntryFault[] = [];
  if (!isClear) faults.push("entry_name_encoding");
  if (kind !== "file" && kind !== "folder") faults.push(kind);
  else if (isSparse(pax)) faults.push("entry_kind");
  const isFolder = kind === "folder";
  return {
    name: tidyName(name, isFolder),
    kind: isFolder ? "folder" : "file",
    sizeBytes: header.size,
    faults,
  };
}

function paxOf({ pax }: Header): object {
  return typeof pax === "object" && pax !== null ? pax : {};
}

/** Names come as bytes in a string, those of pax headers decoded. */
function nameOf({ name }: Header, pax: object): { name: string; isClear: boolean } {
  if ("path" in pax) return { name, isClear: !name.includes("\ufffd") };
  return readEntryName(Buffer.from(name, "latin1"), true);
}

/** GNU's sparse files in pax headers: their bytes in the tar are not the file's. */
function isSparse(pax: object): boolean {
  return Object.keys(pax).some((key) => key.startsWith("GNU.sparse."));
}

import { constants as copyModes } from "node:fs";
import { copyFile, type FileHandle, link, open } from "node:fs/promises";
import type { FileSource } from "../../../core/storage/ports.ts";
import type { ReadBack } from "../../bytes/read-back.ts";
import { openContent, readBeginning } from "../ocfl/file-digest.ts";
import { verifyFile } from "../ocfl/verify-file.ts";
import { fileErrorCode } from "../storage-error.ts";

/**
 * One file to bring into a version. `path` (logical) is for messages only; `room` is asked before bytes are copied;
 * `readBack` knows files that have been read back.
 */
export type Intake = {
  readonly path: string;
  readonly source: FileSource;
  readonly target: string;
  readonly sha256: string;
  readonly size: number;
  readonly fsync: boolean;
  readonly readBack: ReadBack | undefined;
  readonly room: (bytes: number) => Promise<void> | undefined;
  readonly signal: AbortSignal;
};

/**
 * Files up to this size are copied. A hard link would cost as much, and shares its bytes with the source: rewriting a
 * small generated file in place before the next try would change what is already stored.
 */
export const COPY_UP_TO_BYTES = 64 * 1024;

/** Errors of file systems or files that cannot have a further hard link. */
export const NO_LINK: ReadonlySet<string | undefined> = new Set([
  "EXDEV",
  "EPERM",
  "EMLINK",
  "ENOTSUP",
  "EOPNOTSUPP",
]);

/**
 * Brings the source's bytes to `target`, which must not exist, and reads them back. A large file is hard-linked if
 * possible, so it must never be written again, only replaced or removed; it is not read again if this process has read it
 * back since it was written. What is read back may come from the page cache: the check finds wrong bytes and faulty
 * software, not a faulty disk.
 * Errors: `storage_verify_failed` when the stored bytes are not those of size and digest; those of the file system.
 */
export async function storeFile(file: Intake): Promise<void> {
  file.signal.throwIfAborted();
  const { source, size, sha256 } = file;
  const isSmall = size <= COPY_UP_TO_BYTES;
  const known = isSmall || typeof source !== "string" ? undefined : await file.readBack?.find(source);
  const stored =
    typeof source !== "string"
      ? await writeBytes(file, source)
      : await (isSmall ? copySmall(file, source) : linkLarge(file, source));
  try {
    const isProven =
      known?.sha256 === sha256 && known.size === size && known.isStill(await stored.stat({ bigint: true }));
    await Promise.all([
      file.fsync ? stored.sync() : undefined,
      isProven ? undefined : verifyFile(stored, file),
    ]);
  } finally {
    await stored.close();
  }
}

async function copySmall(file: Intake, from: string): Promise<FileHandle> {
  const source = await openContent(from);
  let bytes: Buffer;
  try {
    bytes = await readBeginning(source, file.size + 1);
  } finally {
    await source.close();
  }
  return writeBytes(file, bytes);
}

async function writeBytes(file: Intake, bytes: Uint8Array): Promise<FileHandle> {
  await file.room(bytes.length);
  const stored = await open(file.target, "wx+");
  try {
    await writeWhole(stored, bytes);
    return stored;
  } catch (error) {
    await stored.close();
    throw error;
  }
}

async function linkLarge(file: Intake, source: string): Promise<FileHandle> {
  try {
    await link(source, file.target);
  } catch (error) {
    if (!NO_LINK.has(fileErrorCode(error))) throw error;
    await file.room(file.size);
    await copyFile(source, file.target, copyModes.COPYFILE_EXCL);
  }
  return openContent(file.target);
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
}

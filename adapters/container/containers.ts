import { open, rm } from "node:fs/promises";
import { unsupportedFormat } from "../../core/container/fault.ts";
import { FORMAT_BYTES, findFormat, isUnpacked, type UnpackedFormat } from "../../core/container/format.ts";
import type { ContainerEntry, Containers, List, Unpack, UnpackedFile } from "../../core/container/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { asContainerFault } from "./fault.ts";
import { walkTar } from "./tar.ts";
import { gunzippedTarBytes, tarBytes } from "./tar-bytes.ts";
import type { Walk, WalkedEntry } from "./walk.ts";
import { writeFile } from "./write-file.ts";
import type { WriteRules } from "./written.ts";
import { walkZip } from "./zip.ts";

/**
 * `reserveBytes`: the space to leave free on the disk, by default a share of it; `large`: write large files, without them
 * those are written like all others.
 */
type ContainerOptions = Partial<Pick<WriteRules, "reserveBytes" | "large">>;

/** Containers on the file system. */
export function openContainers({ reserveBytes, large }: ContainerOptions = {}): Containers {
  return {
    list,
    unpack: (request) => unpack(request, { reserveBytes, large, signal: request.signal }),
    discard: (path) => rm(path, { force: true }),
  };
}

async function* list(request: List): AsyncGenerator<ContainerEntry> {
  for await (const { entry } of walk(request)) yield entry;
}

async function* unpack(
  { path, targetOf, mostBytes, signal }: Unpack,
  rules: WriteRules,
): AsyncGenerator<UnpackedFile> {
  let number = 0;
  // judged when it was listed
  const listed = { path, mostBytes, signal, warn: () => undefined };
  for await (const walked of walk(listed)) {
    if (walked.entry.kind !== "file") continue;
    number += 1;
    const target = await targetOf(number);
    if (target !== undefined) yield await write(walked, { number, target, rules });
  }
}

type Target = {
  readonly number: number;
  readonly target: string;
  readonly rules: WriteRules;
};

async function write(
  { entry, open: openBytes, judge }: WalkedEntry,
  { number, target, rules }: Target,
): Promise<UnpackedFile> {
  try {
    const written = await writeFile(target, await openBytes(), entry.sizeBytes, rules);
    const fault = judge(written);
    return fault === undefined
      ? { number, sizeBytes: written.sizeBytes, sha256: written.sha256 }
      : { number, fault };
  } catch (error) {
    rules.signal.throwIfAborted();
    // in a zip the other entries can still be read; in a tar nothing after this one can
    if (entry.span === undefined || !isDamage(error)) throw asContainerFault(error);
    return { number, fault: "entry_damaged" };
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && !(error instanceof WaybillError || "syscall" in error);
}

/** Every entry, with the libraries' errors turned into ours. */
async function* walk(request: List): Walk {
  const { signal } = request;
  try {
    for await (const walked of await openWalk(request)) {
      signal.throwIfAborted();
      yield walked;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw asContainerFault(error);
  }
}

async function openWalk(request: List): Promise<Walk> {
  const { path, mostBytes, onFormat } = request;
  const format = await readFormat(path);
  onFormat?.(format);
  switch (format) {
    case "zip":
      return walkZip(path, request);
    case "tar":
      return walkTar(tarBytes(path), request);
    case "gzip":
      return walkTar(gunzippedTarBytes(path, mostBytes), request);
  }
}

async function readFormat(path: string): Promise<UnpackedFormat> {
  const handle = await open(path, "r");
  try {
    const head = new Uint8Array(FORMAT_BYTES);
    const { bytesRead } = await handle.read(head, 0, FORMAT_BYTES, 0);
    const format = findFormat(head.subarray(0, bytesRead));
    if (!isUnpacked(format)) throw unsupportedFormat(format);
    return format;
  } finally {
    await handle.close();
  }
}

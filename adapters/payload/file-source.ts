import mime from "mime";
import type { Fetch, Fetched, PayloadSource, SourceRules } from "../../core/ports.ts";
import { asDiskFault } from "../disk/disk-fault.ts";
import { checkAnnounced, checkDigest, checkNotTooLong, checkSize } from "./declared.ts";
import { SourceFault } from "./fault.ts";
import { type OpenedFile, openBelowRoots } from "./file-below-roots.ts";
import { findKeptFile } from "./kept-file.ts";
import { removeLeftovers } from "./leftovers.ts";
import { openHashedPart } from "./open-hashed-part.ts";
import type { PayloadOptions } from "./options.ts";
import { startPart } from "./start-part.ts";
import { FINDINGS } from "./verdicts.ts";

const READ_BYTES = 262_144;

type FileOptions = Pick<
  PayloadOptions,
  "fileRoots" | "writeBufferBytes" | "reserveBytes" | "threads" | "large"
>;

/**
 * Takes `file:` addresses below the configured roots, copying the file so that the working folder owns its bytes.
 * One try, from the start: a local file needs no resuming. Errors: as `PayloadSource` says.
 */
export function createFileSource(options: FileOptions): PayloadSource {
  return {
    async look(url, rules, signal) {
      signal.throwIfAborted();
      try {
        const file = await openFor(url, rules, options);
        await file.handle.close();
        return { size: file.sizeBytes, ...mediaTypeOf(file) };
      } catch (error) {
        if (error instanceof SourceFault) return {};
        throw error;
      }
    },
    fetch: (request) => fetchFile(options, request),
  };
}

async function fetchFile(options: FileOptions, request: Fetch): Promise<Fetched> {
  try {
    request.signal.throwIfAborted();
    return (await findKeptFile(request)) ?? (await copyFile(options, request));
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    await removeLeftovers(request.to);
    throw error instanceof SourceFault ? error.toWaybillError(request.url, 1) : asDiskFault(error);
  }
}

function openFor(url: string, rules: SourceRules, { fileRoots }: FileOptions): Promise<OpenedFile> {
  if (rules.hosts.length > 0)
    throw new SourceFault(FINDINGS.refusedAddress, "this collection takes files from named hosts only");
  return openBelowRoots(url, fileRoots);
}

async function copyFile(options: FileOptions, request: Fetch): Promise<Fetched> {
  const file = await openFor(request.url, request.rules, options);
  try {
    checkAnnounced(request, file.sizeBytes);
    return await copyOpened(file, options, request);
  } finally {
    await file.handle.close();
  }
}

async function copyOpened(file: OpenedFile, options: FileOptions, request: Fetch): Promise<Fetched> {
  const { signal, declaredDigest } = request;
  const rules = { ...options, algorithm: declaredDigest?.algorithm, total: file.sizeBytes, signal };
  const part = await startPart(request.to, () => openHashedPart(request.to, 0, rules));
  let sha256: string;
  try {
    for await (const chunk of chunksOf(file, request.signal)) {
      checkNotTooLong(request, part.sizeBytes + chunk.length);
      const behind = part.write(chunk);
      request.onBytes?.(part.sizeBytes);
      if (behind) await behind;
    }
    checkSize(request, part.sizeBytes);
    const digests = await part.digests();
    checkDigest(request.declaredDigest, digests, FINDINGS.wrongDigest);
    sha256 = digests.sha256;
  } catch (error) {
    await part.close();
    throw error;
  }
  await part.finish(request.to);
  return { size: part.sizeBytes, sha256, attempts: 1, lengthKnown: true, ...mediaTypeOf(file) };
}

async function* chunksOf({ handle }: OpenedFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (;;) {
    signal.throwIfAborted();
    // The part file keeps chunks until it writes them, so each read needs its own buffer.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

function mediaTypeOf(file: OpenedFile): { readonly mediaType?: string } {
  const mediaType = mime.getType(file.path);
  return mediaType === null ? {} : { mediaType };
}

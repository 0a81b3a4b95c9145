import { createHash } from "node:crypto";
import { PutObjectCommand, type PutObjectCommandInput } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { WaybillError } from "../../../core/errors.ts";
import { shownPath } from "../../../core/storage/logical-path.ts";
import type { FileSource } from "../../../core/storage/ports.ts";
import { openContent, readBeginning } from "../ocfl/file-digest.ts";
import { keyOf, type S3Place } from "./options.ts";
import { type Expected, readBack } from "./read-key.ts";

/** S3 takes at most this many parts. Source: Amazon S3 User Guide, "Amazon S3 multipart upload limits". */
const MOST_PARTS = 10_000;

/** Parts of one file in memory at a time. */
const PARTS_AT_ONCE = 2;

/**
 * Stores the bytes of a file under a path and reads them back. Files up to `partBytes` are sent in one call
 * with the SHA-256 of the whole, larger ones in parts, each with its own. A failed multipart upload is aborted.
 * Errors: `storage_verify_failed` when the file on disk or the stored bytes are not those expected; those of the SDK.
 */
export async function putFile(
  place: S3Place,
  path: string,
  source: FileSource,
  expected: Expected,
  signal: AbortSignal,
): Promise<void> {
  await place.gate(async () => {
    signal.throwIfAborted();
    if (typeof source !== "string" || expected.size <= place.partBytes)
      await putWhole(place, path, source, expected, signal);
    else await putParts(place, path, source, expected, signal);
    await readBack(place, path, expected, signal);
  });
}

/** Stores a short text under a path and reads it back. Errors as `putFile`. */
export async function putText(
  place: S3Place,
  path: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(text);
  await putBytes(place, path, bytes, signal);
  await readBack(place, path, { shown: path, size: bytes.length, sha256: sha256Of(bytes, "hex") }, signal);
}

async function putWhole(
  place: S3Place,
  path: string,
  source: FileSource,
  expected: Expected,
  signal: AbortSignal,
): Promise<void> {
  const bytes = typeof source === "string" ? await readSource(source, expected.size + 1) : source;
  if (bytes.length !== expected.size || sha256Of(bytes, "hex") !== expected.sha256)
    throw new WaybillError(
      "storage_verify_failed",
      `In working storage, the file ${shownPath(expected.shown)} is no longer what was fetched.`,
    );
  await putBytes(place, path, bytes, signal);
}

async function readSource(source: string, most: number): Promise<Buffer> {
  const handle = await openContent(source);
  try {
    return await readBeginning(handle, most);
  } finally {
    await handle.close();
  }
}

async function putBytes(place: S3Place, path: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  await place.client.send(
    new PutObjectCommand({
      ...target(place, path),
      Body: bytes,
      ContentLength: bytes.length,
      ChecksumSHA256: sha256Of(bytes, "base64"),
    }),
    { abortSignal: signal },
  );
}

async function putParts(
  place: S3Place,
  path: string,
  source: string,
  { size }: Expected,
  signal: AbortSignal,
): Promise<void> {
  const handle = await openContent(source);
  const body = handle.createReadStream({ highWaterMark: 1024 * 1024 });
  const upload = new Upload({
    client: place.client,
    queueSize: PARTS_AT_ONCE,
    partSize: Math.max(place.partBytes, Math.ceil(size / MOST_PARTS)),
    params: { ...target(place, path), Body: body, ChecksumAlgorithm: "SHA256" },
  });
  const stop = () => void upload.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await upload.done();
  } finally {
    signal.removeEventListener("abort", stop);
    body.destroy();
  }
}

function target(place: S3Place, path: string): Pick<PutObjectCommandInput, "Bucket" | "Key" | "ContentType"> {
  return { Bucket: place.bucket, Key: keyOf(place, path), ContentType: "application/octet-stream" };
}

function sha256Of(bytes: Uint8Array, encoding: "hex" | "base64"): string {
  return createHash("sha256").update(bytes).digest(encoding);
}

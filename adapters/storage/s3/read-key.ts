import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { WaybillError } from "../../../core/errors.ts";
import { shownPath } from "../../../core/storage/logical-path.ts";
import { keyOf, type S3Place } from "./options.ts";
import { isAbsent } from "./s3-error.ts";
import { untilWhole } from "./until-whole.ts";

/** What must be read. `shown`: the path given in messages. */
export type Expected = {
  readonly shown: string;
  readonly size: number;
  readonly sha256: string;
};

/**
 * The bytes under a path below the place, or undefined when there are none. Errors: those of the SDK, also while
 * reading.
 */
export async function openKey(
  place: S3Place,
  path: string,
  signal?: AbortSignal,
): Promise<Readable | undefined> {
  try {
    const answer = await place.client.send(
      new GetObjectCommand({ Bucket: place.bucket, Key: keyOf(place, path) }),
      signal === undefined ? {} : { abortSignal: signal },
    );
    if (!(answer.Body instanceof Readable)) throw new TypeError("The S3 storage answered without a body.");
    return signal === undefined ? answer.Body : bound(answer.Body, signal);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The SDK drops the signal once the answer begins, but reading continues for long after that. */
function bound(body: Readable, signal: AbortSignal): Readable {
  const stop = () => body.destroy(signal.reason instanceof Error ? signal.reason : new Error("Stopped."));
  signal.addEventListener("abort", stop, { once: true });
  body.once("close", () => signal.removeEventListener("abort", stop));
  if (signal.aborted) stop();
  return body;
}

/** A small file as text; undefined when it is missing. Read again when the connection breaks off. */
export async function readKey(
  place: S3Place,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return untilWhole(place, signal, async () => {
    const body = await openKey(place, path, signal);
    if (body === undefined) return undefined;
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces).toString("utf8");
  });
}

/** Copies the bytes under a path to a file on disk; false when there are none. */
export async function fetchKey(
  place: S3Place,
  path: string,
  target: string,
  signal: AbortSignal,
): Promise<boolean> {
  return untilWhole(place, signal, async () => {
    const body = await openKey(place, path, signal);
    if (body === undefined) return false;
    await pipeline(body, createWriteStream(target));
    return true;
  });
}

/** Reads everything stored under a path and compares it. Errors: `storage_verify_failed`. */
export async function readBack(
  place: S3Place,
  path: string,
  expected: Expected,
  signal: AbortSignal,
): Promise<void> {
  const sum = await untilWhole(place, signal, () => digestOf(place, path, signal));
  if (sum === undefined) throw mismatch(expected, "is missing");
  if (sum.size !== expected.size)
    throw mismatch(expected, `has ${sum.size} bytes instead of ${expected.size}`);
  if (sum.sha256 !== expected.sha256)
    throw mismatch(expected, `has SHA-256 ${sum.sha256} instead of ${expected.sha256}`);
}

async function digestOf(place: S3Place, path: string, signal: AbortSignal) {
  const body = await openKey(place, path, signal);
  if (body === undefined) return undefined;
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of body) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest("hex") };
}

function mismatch({ shown }: Expected, fault: string): WaybillError {
  return new WaybillError(
    "storage_verify_failed",
    `Read back from the S3 storage, the file ${shownPath(shown)} ${fault}.`,
  );
}

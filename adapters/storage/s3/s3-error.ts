import { S3ServiceException } from "@aws-sdk/client-s3";
import { WaybillError } from "../../../core/errors.ts";
import { asStorageError } from "../storage-error.ts";

/** What Node and the SDK call a connection that was not made, went silent or broke off. */
const BROKEN: ReadonlySet<string> = new Set([
  "TimeoutError",
  "RequestTimeout",
  "NetworkingError",
  "IncompleteBody",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Answers that say the bytes that came are not those that were announced. */
const DAMAGED: ReadonlySet<string> = new Set([
  "BadDigest",
  "InvalidDigest",
  "XAmzContentSHA256Mismatch",
  "XAmzContentChecksumMismatch",
]);

/** Is there nothing under the key that was asked for? A missing bucket is another matter. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === "NoSuchBucket") return false;
  return error.name === "NoSuchKey" || error.name === "NotFound" || error.$metadata.httpStatusCode === 404;
}

/** Is a call the server does not know? */
export function isUnknownCall(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 501 || error.name === "NotImplemented")
  );
}

/** May the same call go well in a moment? */
function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    return (
      error.name === "SlowDown" ||
      status === 429 ||
      (status >= 500 && status !== 501 && status !== 507) ||
      BROKEN.has(error.name)
    );
  }
  return error instanceof Error && (BROKEN.has(error.name) || BROKEN.has(codeOf(error)));
}

/** Did a body break off while it was read? The SDK has tried whole calls again by itself and marks what it threw. */
export function isBrokenBody(error: unknown): boolean {
  return isPassing(error) && error instanceof Error && !("$metadata" in error);
}

/**
 * What an S3 call threw, as the error Waybill names: `storage_unavailable` for what passes, `storage_verify_failed` for
 * bytes the server found damaged, `disk_full`, else `storage_failed` with the server's name for it. Others come back as they are.
 */
export function asS3Error(error: unknown, bucket: string): unknown {
  if (error instanceof WaybillError) return error;
  if (isPassing(error))
    return new WaybillError(
      "storage_unavailable",
      `The S3 storage does not answer (${nameOf(error)}).${tlsHint(error)}`,
      {
        cause: error,
      },
    );
  if (error instanceof S3ServiceException) return refusal(error, bucket);
  if (error instanceof Error && error.name === "CredentialsProviderError")
    return new WaybillError(
      "storage_failed",
      "There are no credentials for the S3 storage. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give them the way the AWS SDK finds them.",
      { cause: error },
    );
  return asStorageError(error);
}

function refusal(error: S3ServiceException, bucket: string): WaybillError {
  const cause = { cause: error };
  if (DAMAGED.has(error.name))
    return new WaybillError(
      "storage_verify_failed",
      "The S3 storage repeatedly received different bytes from those sent.",
      cause,
    );
  if (error.$metadata.httpStatusCode === 507 || error.name === "QuotaExceeded")
    return new WaybillError(
      "disk_full",
      "The preservation storage is full. Make space there; the job then continues by itself.",
      cause,
    );
  if (error.name === "NoSuchBucket")
    return new WaybillError(
      "storage_failed",
      `The S3 storage has no bucket ${bucket}. Create it, or correct S3_BUCKET.`,
      cause,
    );
  return new WaybillError(
    "storage_failed",
    `The S3 storage answered ${nameOf(error)}. Check the bucket ${bucket} and the rights of the credentials.`,
    cause,
  );
}

/** What Node.js says of a server that closes a connection in place of an answer, as one does that speaks TLS alone. */
function tlsHint(error: unknown): string {
  return error instanceof Error && error.message === "socket hang up"
    ? " It closed the connection, as an https-only server does when S3_ENDPOINT begins with http."
    : "";
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error instanceof S3ServiceException ? error.name : codeOf(error) || error.name;
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

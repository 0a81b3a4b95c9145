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

/** Answers that say that the bytes received are not those announced. */
const DAMAGED: ReadonlySet<string> = new Set([
  "BadDigest",
  "InvalidDigest",
  "XAmzContentSHA256Mismatch",
  "XAmzContentChecksumMismatch",
]);

/** Is there nothing under the requested key? A missing bucket is a different matter. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === "NoSuchBucket") return false;
  return error.name === "NoSuchKey" || error.name === "NotFound" || error.$metadata.httpStatusCode === 404;
}

/** Does the server not support this call? */
export function isUnknownCall(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 501 || error.name === "NotImplemented")
  );
}

/** Might the same call succeed in a moment? */
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

/** Did a body break off while it was read? The SDK has already retried whole calls and marks what it threw. */
export function isBrokenBody(error: unknown): boolean {
  return isPassing(error) && error instanceof Error && !("$metadata" in error);
}

/**
 * An error of an S3 call under Waybill's names: `storage_unavailable` for what is temporary, `storage_verify_failed`
 * for bytes the server found damaged, `disk_full`, else `storage_failed` with the server's own name for it. Others are
 * returned unchanged.
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

/** What Node.js reports when a server closes a connection without answering, as a TLS-only server does. */
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

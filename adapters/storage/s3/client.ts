import { S3Client } from "@aws-sdk/client-s3";
import { trimOf } from "../../../core/trim-signs.ts";
import { Share } from "../../../lib/shares.ts";
import type { S3Options, S3Place } from "./options.ts";

const CONNECT_MS = 5_000;
const IDLE_MS = 60_000;
const TRIES = 4;

/** Calls with file bytes at a time, over all jobs of the process. Each holds at most two parts in memory. */
const TRANSFERS = 8;

/** The size of a part, unless the file would need more than 10,000 of them; larger files are sent in parts. */
const PART_BYTES = 8 * 1024 * 1024;

/** Opens a bucket as a storage root. Makes no call yet. */
export function openPlace(options: S3Options): S3Place {
  const { region, endpoint, forcePathStyle, keys, idleMs = IDLE_MS, tries = TRIES } = options;
  const client = new S3Client({
    region,
    forcePathStyle,
    maxAttempts: tries,
    // checksums are chosen per call: many servers support SHA-256 but not the SDK's CRC trailers
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleMs },
    ...(endpoint !== undefined && { endpoint }),
    ...(keys !== undefined && { credentials: keys }),
  });
  const transfers = new Share(TRANSFERS);
  return {
    client,
    bucket: options.bucket,
    prefix: trimOf(options.prefix, "/"),
    scratch: options.scratch,
    tries,
    partBytes: options.partBytes ?? PART_BYTES,
    gate: (work) => transfers.use(work),
    step: options.step ?? (() => {}),
  };
}

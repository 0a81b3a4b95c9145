import * as z from "zod";
import { CopyStorages } from "../core/copy/storage-settings.ts";
import { count, flag, ms } from "./env-kinds.ts";

/** A setting that is JSON. */
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("is not valid JSON");
    return z.NEVER;
  }
});

/** Settings of the services Waybill calls: S3, ledgers, and EZID. Part of the table in env.ts. */
export const SERVICE_SETTINGS = {
  S3_BUCKET: z
    .string()
    .optional()
    .describe("Bucket of the objects of collections whose profile says `s3`. Unset: there is no S3 storage."),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.\-/]*$/)
    .default("")
    .describe("Folder in the bucket that is the OCFL storage root. Empty: the whole bucket."),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of an S3 server other than Amazon's, e.g. https://s3.example.org."),
  S3_REGION: z.string().default("us-east-1").describe("Region of the bucket."),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe(
      "`true` puts the bucket into the path of an address instead of its host, as most other servers expect.",
    ),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe("Access key. Unset: wherever the AWS SDK looks, such as AWS_PROFILE or a role."),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe("Secret access key."),
  COPY_STORAGES: json
    .pipe(CopyStorages)
    .default({})
    .describe(
      'Further storages that profiles may name for copies, as JSON by name: a folder, `{"vault":{"folder":"/srv/vault"}}`, or S3, `{"cloud":{"bucket":"copies","prefix":"","region":"us-east-1","endpoint":"https://s3.example.org","forcePathStyle":true,"accessKeyId":"…","secretAccessKey":"…"}}`, of which only `bucket` is required. The same in all processes (docs/reference/copies.md).',
    ),
  LEDGERS: json
    .pipe(
      z.record(
        z.string(),
        z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()).default({}) }),
      ),
    )
    .default({})
    .describe(
      'Connections of ledgers by name, as JSON: {"main":{"url":"http://127.0.0.1:8008","headers":{"Authorization":"…"}}}. Lanes refer to them by name; headers are sent only to the ledger.',
    ),
  EZID_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Address of the EZID that mints ARKs for profiles with the minter `ezid`, e.g. https://ezid.cdlib.org. Unset: their jobs fail and say what is missing.",
    ),
  EZID_USER: z.string().default("").describe("Account at EZID."),
  EZID_PASSWORD: z
    .string()
    .default("")
    .describe("Its password. It is sent to EZID_URL only and never shown or logged."),
  EZID_AT_ONCE: count
    .default(4)
    .describe("Calls to EZID at a time by all workers together: EZID allows 4 per account."),
  EZID_TIMEOUT_MS: ms
    .default(20_000)
    .describe(
      "Longest wait for an answer from EZID. Less than SHUTDOWN_MS, so that a stopping worker still hears it.",
    ),
  EZID_BACKOFF_MS: ms
    .default(5_000)
    .describe("First pause before EZID is asked again; it doubles up to 10 min."),
  EZID_TRIES: count
    .default(10)
    .describe("Tries of one call before the job fails; a resumed job starts over."),
};

import * as z from "zod";
import { count, ms } from "./env-kinds.ts";

/** Settings of the services Waybill calls: ledgers, and EZID. Part of the table in env.ts. */
export const SERVICE_SETTINGS = {
  LEDGERS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue("is not valid JSON");
        return z.NEVER;
      }
    })
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

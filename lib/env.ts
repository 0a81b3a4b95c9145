import * as z from "zod";
import { trimEndOf } from "../core/trim-signs.ts";
import { readNetworks } from "./client-address.ts";
import { bytes, count, flag, list, ms } from "./env-kinds.ts";
import { SEQUENCER_SETTINGS, sequencerFault } from "./env-sequencer.ts";
import { SERVICE_SETTINGS } from "./env-services.ts";

/**
 * Every setting of Waybill, read once. The text of each is its documentation: docs/reference/env.md is generated from
 * this table, and a test fails when it is stale.
 */
export const Env = z.object({
  DATABASE_URL: z
    .url()
    .describe("PostgreSQL 15 or newer. Unset: `npm start` runs an embedded one in WAYBILL_DATA."),
  DATABASE_OWNER_URL: z
    .url()
    .optional()
    .describe(
      "The same database as the role that owns its tables: `npm start` and `npm run db:deploy` apply migrations with it and grant the role of DATABASE_URL what web and worker need; that role then cannot change the audit (docs/reference/audit.md). Web and worker themselves do not need it. Unset: the role of DATABASE_URL owns the tables.",
    ),
  DATABASE_CONNECTIONS: count.default(10).describe("Most connections the web opens to PostgreSQL."),
  DATABASE_WAIT_MS: ms
    .default(10_000)
    .describe(
      "Longest wait for a connection to PostgreSQL. After that, a request is answered 503 and a worker's work is retried later.",
    ),
  DATABASE_LOCK_MS: ms
    .default(10_000)
    .describe(
      "Longest wait for a row that another transaction has locked. After that, a request is answered 503 and a worker's work is retried later.",
    ),
  DATABASE_IDLE_MS: ms
    .default(30_000)
    .describe(
      "A transaction idle for this long, because its process was stopped, is ended by PostgreSQL and releases its rows.",
    ),
  REDIS_URL: z.url().optional().describe("Redis 7 for wake-ups. Unset: BullMQ runs on the same PostgreSQL."),
  WAYBILL_DATA: z
    .string()
    .default(".waybill")
    .describe("Folder for everything Waybill keeps on disk by default."),
  WORKING_STORAGE: z
    .string()
    .default(".waybill/working")
    .describe(
      "Folder for uploads and job folders. All processes must see the same one; it is marked at the first start (docs/reference/storage.md).",
    ),
  WORKING_STORAGE_QUOTA: bytes
    .optional()
    .describe(
      "Bytes that jobs, and uploads beside them, may take in working storage: an upload that does not fit is answered 507 (docs/reference/states.md). Unset: half of the space that was free at the first start.",
    ),
  DISK_RESERVE: bytes
    .optional()
    .describe(
      "Bytes that uploads, jobs and stored objects leave free on each disk, so that PostgreSQL can keep working there. Unset: 5 % of the disk, at most 1 GB. `npm start` keeps half of it, at most 64 MiB, as a file beside its own PostgreSQL, and deletes that file when something else has filled the disk.",
    ),
  STORAGE_SYNC: z
    .enum(["together", "each"])
    .default("together")
    .describe(
      "How small objects on a file system are made safe against power loss. `together`: one sync of the file system (syncfs) for what several jobs have stored at the same time; it also writes what other programs have there. `each`: one sync for every file and folder, as is done anyway for large objects, for updates, and where syncfs is missing or cannot report failures (other systems than Linux 5.8 and later). Choose it when object storage shares a file system with programs that write much.",
    ),
  OBJECT_STORAGE: z
    .string()
    .default(".waybill/objects")
    .describe(
      "Folder of the preserved objects: `ocfl` is the OCFL storage root, `staging` holds unfinished versions. Best on the same file system as WORKING_STORAGE, where files over 64 KiB are linked instead of copied.",
    ),
  FIXITY_BYTES_PER_SECOND: bytes
    .min(1)
    .default(20_000_000)
    .describe(
      "Most bytes a second that one run of scheduled fixity reads, on average (docs/reference/copies.md#fixity).",
    ),
  HOST: z.string().default("127.0.0.1").describe("Address the web listens on."),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe("Port of the web."),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe(
      "Address at which people reach the web, used in mails and for sign-in. Unset: http://127.0.0.1:PORT.",
    ),
  TRUSTED_PROXIES: list
    .default([])
    .refine(
      (entries) => readNetworks(entries) !== undefined,
      "must be addresses or ranges such as 10.0.0.0/8, separated by commas",
    )
    .describe(
      "Addresses and ranges (CIDR) of the proxies in front, separated by commas, e.g. 127.0.0.1,10.0.0.0/8. Clients behind them are identified by X-Forwarded-For: the rightmost address that is not such a proxy. None: the address of the connection counts, whatever a client sends.",
    ),
  AUTH_SECRET: z
    .string()
    .min(32)
    .describe(
      "Key that signs sessions and encrypts credentials in the database, at least 32 characters. `npm start` makes one and keeps it in WAYBILL_DATA.",
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "must be at least 16 printable ASCII characters without blanks")
    .optional()
    .describe(
      "Token with which Prometheus reads GET /api/metrics, as a bearer token (docs/reference/metrics.md). Unset: there is no such page.",
    ),
  INVITATION_MS: ms.default(604_800_000).describe("How long an invitation to choose a password is valid."),
  RESET_LINK_MS: ms
    .default(3_600_000)
    .describe("How long a link to choose a new password is valid, whether mailed or created by an admin."),
  SMTP_URL: z
    .url()
    .optional()
    .describe(
      "Mail server, e.g. smtp://user:password@mail.example.org:587. Unset: mails go to the mailbox page.",
    ),
  MAIL_FROM: z.email().default("waybill@localhost.localdomain").describe("Sender of the reports."),
  MAIL_FROM_NAME: z.string().max(80).default("Waybill").describe("Sender's name."),
  MAIL_BCC: list
    .default([])
    .describe("Addresses that get a blind copy of every report mail, separated by commas."),
  UPLOAD_MAX_BYTES: bytes.default(30_000_000_000).describe("Largest upload accepted, in bytes."),
  UPLOAD_IDLE_MS: ms
    .default(60_000)
    .describe(
      "An upload that sends nothing for this long is ended. Leftovers of a dead web process are removed after ten times as long.",
    ),
  UPLOADS_PER_PERSON: count
    .default(20)
    .describe(
      "Uploads one person may have under way at a time, per web process; more are answered 429 with Retry-After.",
    ),
  REQUEST_BODY_MS: ms
    .default(300_000)
    .describe(
      "Longest time the body of a request may take; after that the answer is 408. Uploads may last as long as bytes keep coming, see UPLOAD_IDLE_MS.",
    ),
  MANIFEST_CHECK_MAX_BYTES: bytes
    .default(67_108_864)
    .describe("Manifests up to this size are checked while they are uploaded; larger ones by the worker."),
  USER_AGENT: z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/, "must be 1 to 200 printable ASCII characters")
    .default("waybill")
    .describe(
      "How Waybill names itself to sources, best with an address where their owners reach you: `waybill (+mailto:repository@example.org)`.",
    ),
  SOURCE_PORTS: list
    .default([])
    .describe("Ports that sources may use besides 80, 443, 8080 and 8443, separated by commas."),
  SOURCE_FILE_ROOTS: list
    .default([])
    .describe(
      "Absolute folders that `file:` URLs may point into, separated by commas. None: `file:` is refused.",
    ),
  SOURCE_TRIES: count.default(4).describe("Tries per file before a download fails."),
  SOURCE_IDLE_MS: ms
    .default(30_000)
    .describe("A source that sends nothing for this long has failed that try."),
  SOURCE_LOOK_MS: ms
    .default(5_000)
    .describe("Longest wait for each request when a source is asked for a size."),
  SOURCE_BACKOFF_MS: ms
    .default(1_000)
    .describe(
      "Longest pause after the first failed try of a file; it doubles up to 30 s. The actual pause is a random part of it, or what the source asks for, up to 2 min.",
    ),
  WORKER_PROCESSES: count
    .optional()
    .describe(
      "Worker processes `npm start` runs. Unset: one less than the machine has cores, at least one and at most eight, and no more than PostgreSQL has connections for.",
    ),
  JOB_CONCURRENCY: count
    .default(24)
    .describe(
      "Jobs a worker runs at a time. More jobs share more statements and fetch files from slow sources faster, but each waits longer for the processor.",
    ),
  FILES_PER_JOB: count.default(4).describe("Files a job downloads at a time."),
  LEASE_MS: ms
    .default(15_000)
    .describe(
      "How long a worker's right to a job lasts unless it is renewed; after a crash another worker takes over then.",
    ),
  LEASE_RENEWALS: count
    .min(2)
    .default(3)
    .describe(
      "How many times within the shorter of LEASE_MS and CLAIM_MS a worker renews its rights to jobs and lanes. Each renewal is one statement for all of them; with three, two may fail.",
    ),
  CLAIM_MS: ms
    .default(15_000)
    .describe(
      "First expiry of a worker's claim on a lane: after it the lane is free unless a call of its ledger is under way.",
    ),
  CLAIM_LAST_MS: ms
    .default(180_000)
    .describe(
      "Second expiry of a claim: after it the lane is free. Equal to CLAIM_MS: only one expiry. A call that takes longer postpones it.",
    ),
  TASKS: list
    .default([])
    .describe(
      "Where the installation's own tasks are (docs/reference/tasks.md): folders, as absolute paths or beginning with a dot, and npm packages, separated by commas.",
    ),
  TASK_CONCURRENCY: count.default(16).describe("Tasks a worker runs at a time."),
  TASK_KEEP_MS: ms
    .default(604_800_000)
    .describe(
      "How long a task that succeeded or was cancelled is kept, and with it its Idempotency-Key. Dead tasks stay until somebody decides.",
    ),
  LANES_AT_ONCE: count.default(64).describe("Lanes a worker works at a time."),
  LANE_STEPS: count
    .default(100)
    .describe(
      "A worker gives a lane back after this many steps, calls and questions, so that other lanes get their turn.",
    ),
  LANE_TURN_MS: ms
    .default(2_000)
    .describe("A worker also gives a lane back after this time, once the current step has ended."),
  LANE_TIMES: z.coerce
    .number()
    .positive()
    .default(1)
    .describe("Multiplies all times in the lanes' settings; tests use a fraction."),
  ...SERVICE_SETTINGS,
  ...SEQUENCER_SETTINGS,
  POLL_MS: ms.default(1_000).describe("How often a worker looks for due work when nothing wakes it."),
  DELIVERY_SILENT_MS: ms
    .default(15_000)
    .describe(
      "When rows have been due for this long, handlers are free and none has begun, wake-ups count as lost: the worker continues without them and reopens its connection to the queue.",
    ),
  WAIT_RETRY_MS: ms
    .default(5_000)
    .describe("How often a waiting job (for space, for another job) looks again."),
  STORAGE_ALARM_MS: ms
    .default(600_000)
    .describe(
      "How long work may wait for working storage, with nothing starting, before an alarm is raised.",
    ),
  FAILED_FOLDER_MS: ms
    .default(2_592_000_000)
    .describe(
      "How long the working folder of a failed job is kept. A resume after that fetches the files again.",
    ),
  MAIL_BACKOFF_MS: ms
    .default(30_000)
    .describe("First pause before a mail is tried again; it doubles up to 6 hours."),
  MAIL_MAX_TRIES: count.default(12).describe("Tries before a mail is given up and shown as failed."),
  CALLBACK_TIMEOUT_MS: ms
    .default(15_000)
    .describe("Longest wait for a callback's receiver, from connecting to the end of its answer."),
  CALLBACK_BACKOFF_MS: ms
    .default(5_000)
    .describe("First pause before a callback is tried again; it doubles up to 6 hours."),
  CALLBACK_GIVE_UP_MS: ms
    .default(86_400_000)
    .describe("A callback is given up this long after its first try, and shown as failed."),
  CHECK_GRACE_MS: ms
    .default(3_600_000)
    .describe("A check ignores what has changed within this time: it may still be in progress."),
  SHUTDOWN_MS: ms
    .default(25_000)
    .describe("How long a stopping worker lets running jobs reach a safe point."),
  FAULT_POINTS: z
    .string()
    .default("")
    .describe(
      "For tests: `name:action[:n]` kills, stops, fails or blocks the worker at a named point. Empty: inert.",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Least severe line written to the log."),
  DEMO: flag
    .default(false)
    .describe("`true` creates the demo collection on an empty installation; `npm start` sets it."),
});
export type Env = z.infer<typeof Env>;

/**
 * Reads the settings.
 * @throws Error with one line per invalid setting, never showing values
 */
export function readEnv(source: { readonly [name: string]: string | undefined }): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Env.safeParse(given);
  const fault = parsed.data && sequencerFault(parsed.data);
  if (parsed.success && fault === undefined) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  const lines = [
    ...issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...(fault === undefined ? [] : [fault]),
  ];
  throw new Error(
    `These settings are wrong or missing:\n  ${lines.join("\n  ")}\nSee docs/reference/env.md.`,
  );
}

/** Whether this process runs the build and not the sources; decided by NODE_ENV, as in Next. */
export function isBuilt(): boolean {
  return process.env.NODE_ENV === "production";
}

let cached: Env | undefined;

/** The settings of this process. */
export function env(): Env {
  cached ??= readEnv(process.env);
  return cached;
}

/** The address at which people reach the web, without a trailing slash. */
export function publicUrl(settings: Env): string {
  return trimEndOf(settings.PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`, "/");
}

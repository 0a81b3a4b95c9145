import { Env } from "../../lib/env.ts";
import { fillBlock } from "./generated.ts";

type Name = keyof typeof Env.shape;

/** The settings under the headings of docs/reference/env.md, each once. */
export const GROUPS = {
  "Where things are": [
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "REDIS_URL",
    "WAYBILL_DATA",
    "WORKING_STORAGE",
    "WORKING_STORAGE_QUOTA",
    "DISK_RESERVE",
    "STORAGE_SYNC",
    "OBJECT_STORAGE",
  ],
  "S3 storage": [
    "S3_BUCKET",
    "S3_PREFIX",
    "S3_ENDPOINT",
    "S3_REGION",
    "S3_FORCE_PATH_STYLE",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ],
  Copies: ["COPY_STORAGES", "FIXITY_BYTES_PER_SECOND"],
  "Patience with the database": [
    "DATABASE_CONNECTIONS",
    "DATABASE_WAIT_MS",
    "DATABASE_LOCK_MS",
    "DATABASE_IDLE_MS",
  ],
  "The web": ["HOST", "PORT", "PUBLIC_URL", "TRUSTED_PROXIES", "AUTH_SECRET", "METRICS_TOKEN"],
  Accounts: ["INVITATION_MS", "RESET_LINK_MS"],
  Mail: ["SMTP_URL", "MAIL_FROM", "MAIL_FROM_NAME", "MAIL_BCC", "MAIL_BACKOFF_MS", "MAIL_MAX_TRIES"],
  Callbacks: ["CALLBACK_TIMEOUT_MS", "CALLBACK_BACKOFF_MS", "CALLBACK_GIVE_UP_MS"],
  Uploads: [
    "UPLOAD_MAX_BYTES",
    "UPLOAD_IDLE_MS",
    "UPLOADS_PER_PERSON",
    "REQUEST_BODY_MS",
    "MANIFEST_CHECK_MAX_BYTES",
  ],
  Sources: [
    "USER_AGENT",
    "SOURCE_PORTS",
    "SOURCE_FILE_ROOTS",
    "SOURCE_TRIES",
    "SOURCE_IDLE_MS",
    "SOURCE_LOOK_MS",
    "SOURCE_BACKOFF_MS",
  ],
  "The worker": [
    "WORKER_PROCESSES",
    "JOB_CONCURRENCY",
    "TASKS",
    "TASK_CONCURRENCY",
    "TASK_KEEP_MS",
    "FILES_PER_JOB",
    "LEASE_MS",
    "LEASE_RENEWALS",
    "POLL_MS",
    "DELIVERY_SILENT_MS",
    "WAIT_RETRY_MS",
    "FAILED_FOLDER_MS",
    "STORAGE_ALARM_MS",
    "CHECK_GRACE_MS",
    "SHUTDOWN_MS",
  ],
  "The sequencer": [
    "SEQUENCER_TICK_MS",
    "SEQUENCER_STORE",
    "ETCD_URL",
    "ETCD_PREFIX",
    "ETCD_USER",
    "ETCD_PASSWORD",
    "ETCD_CA_FILE",
    "ETCD_TIMEOUT_MS",
  ],
  "Lanes and ledgers": [
    "LEDGERS",
    "LANES_AT_ONCE",
    "LANE_STEPS",
    "LANE_TURN_MS",
    "CLAIM_MS",
    "CLAIM_LAST_MS",
  ],
  "Identifiers from EZID": [
    "EZID_URL",
    "EZID_USER",
    "EZID_PASSWORD",
    "EZID_AT_ONCE",
    "EZID_TIMEOUT_MS",
    "EZID_BACKOFF_MS",
    "EZID_TRIES",
  ],
  "Log, demo, tests": ["LOG_LEVEL", "DEMO", "LANE_TIMES", "FAULT_POINTS"],
} as const satisfies Record<string, readonly Name[]>;

/** docs/reference/env.md with its tables made anew from lib/env.ts. */
export function fillEnvPage(page: string): string {
  const sections = Object.entries(GROUPS).map(
    ([title, names]) =>
      `### ${title}\n\n| name | default | meaning |\n|---|---|---|\n${names.map(row).join("\n")}`,
  );
  return fillBlock(page, "settings", sections.join("\n\n"));
}

function row(name: Name): string {
  return `| \`${name}\` | ${defaultOf(name)} | ${Env.shape[name].description ?? ""} |`;
}

function defaultOf(name: Name): string {
  const { def } = Env.shape[name];
  if (def.type === "optional") return "unset";
  if (def.type !== "default") return "required";
  const value: unknown = def.defaultValue;
  if (value === "" || isEmpty(value)) return "empty";
  if (typeof value !== "number") return `\`${String(value)}\``;
  const words = name.endsWith("_MS") ? inTime(value) : name.endsWith("_BYTES") ? inBytes(value) : undefined;
  return words === undefined ? `\`${value}\`` : `\`${value}\` (${words})`;
}

/** Of a list, and of a table by name. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

const TIMES = [
  ["days", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;
const BYTES = [
  ["GB", 1_000_000_000],
  ["MiB", 1_048_576],
  ["kB", 1_000],
] as const;

function inTime(ms: number): string {
  return inUnits(ms, TIMES)?.replace(/^1 days$/, "1 day") ?? `${ms} ms`;
}

function inBytes(bytes: number): string {
  return inUnits(bytes, BYTES) ?? `${bytes} B`;
}

/** The number in the largest unit that leaves no rest. */
function inUnits(value: number, units: readonly (readonly [string, number])[]): string | undefined {
  const unit = units.find(([, size]) => value >= size && value % size === 0);
  return unit && `${value / unit[1]} ${unit[0]}`;
}

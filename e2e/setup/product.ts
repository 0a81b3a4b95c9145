import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ROLES } from "../../core/access/roles.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { hashPassword } from "../../lib/password.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { insertPerson, setGrants } from "../../prisma/store/person.ts";
import { makeApplicationRole } from "../../scripts/db/application-role.ts";
import { bringUpToDate } from "../../scripts/db/bring-up-to-date.ts";
import { freePort } from "../../scripts/free-port.ts";
import { startTemporaryPostgres } from "../../scripts/postgres/temporary.ts";
import { build } from "../../scripts/start/build.ts";
import { startChild } from "../../scripts/start/child.ts";
import { openOutput } from "../../scripts/start/output.ts";
import { untilReady } from "../../scripts/start/ready.ts";
import type { Run } from "../../scripts/start/supervise.ts";
import { WORKER_WORDS } from "../../scripts/start/worker-words.ts";
import { type FakeLedger, startFakeLedger } from "../../tests/servers/fake-ledger/start.ts";
import { type HostileSource, startSource } from "../../tests/servers/hostile-source.ts";
import { startSmtp, type TestSmtp } from "../../tests/servers/smtp.ts";
import { addLedgerLanes, ledgerEnvironment } from "./ledger-lanes.ts";

export const PASSWORD = "correct horse battery";
/** By role; `stranger` is a depositor without a collection. */
export const PEOPLE = {
  admin: "admin@example.org",
  operator: "operator@example.org",
  depositor: "ada@example.org",
  stranger: "bob@example.org",
  viewer: "viewer@example.org",
} as const;

/** The product as it runs in production, on a database and folders of its own, with a source and a ledger that answer as told. */
export type Product = {
  readonly url: string;
  readonly db: Db;
  readonly source: HostileSource;
  readonly ledger: FakeLedger;
  readonly folder: string;
  /** Where mails go, when it has a mail server. */
  readonly smtp: TestSmtp | undefined;
  stop(): Promise<void>;
};

/** The example of the documentation, and a task that fails. */
const TASK_FOLDERS = ["../../docs/examples/tasks", "tasks"].map((folder) =>
  path.join(import.meta.dirname, folder),
);

const KILL = [
  ["SIGTERM", 30_000],
  ["SIGKILL", 5_000],
] as const;

/** Builds what has changed and starts web and worker. Collection `maps` takes files from the source; its update reports go by button. The lanes of ledger-lanes.ts end at the ledger. */
export async function startProduct({ mail }: { readonly mail: boolean }): Promise<Product> {
  await build(new AbortController().signal);
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-e2e-"));
  const postgres = await startTemporaryPostgres();
  const databaseUrl = await makeApplicationRole(postgres.url);
  await bringUpToDate({ url: databaseUrl, ownerUrl: postgres.url });
  const source = await startSource();
  const ledger = await startFakeLedger({ settleMs: 20 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const db = connect(postgres.url, { max: 2, name: "e2e" });
  await furnish(db, source.host);
  await addLedgerLanes(db);
  const smtp = mail ? await startSmtp() : undefined;
  const env = {
    ...environment(databaseUrl, folder, port),
    ...ledgerEnvironment(ledger),
    ...(smtp && { SMTP_URL: smtp.url }),
  };
  const children = [startWeb(env, folder, port), startWorker(env, folder)];
  await untilReady(url, 60_000, new AbortController().signal);
  const stop = async () => {
    for (const child of children.reverse()) await child.stop();
    await source.close();
    await ledger.close();
    await smtp?.close();
    await db.$disconnect();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, db, source, ledger, folder, smtp, stop };
}

function environment(databaseUrl: string, folder: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: "e".repeat(32),
    PORT: String(port),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    POLL_MS: "200",
    SOURCE_BACKOFF_MS: "20",
    SOURCE_TRIES: "2",
    TASKS: TASK_FOLDERS.join(","),
    LOG_LEVEL: "warn",
  };
}

function startWeb(env: NodeJS.ProcessEnv, logs: string, port: number): Run {
  const words = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)];
  return startChild({
    words,
    env,
    take: openOutput("web", logs).take,
    steps: KILL,
    hurry: new AbortController().signal,
  });
}

function startWorker(env: NodeJS.ProcessEnv, logs: string): Run {
  return startChild({
    words: WORKER_WORDS,
    env,
    take: openOutput("worker", logs).take,
    steps: KILL,
    hurry: new AbortController().signal,
  });
}

async function furnish(db: Db, sourceHost: string): Promise<void> {
  const settings = ProfileSettings.parse({
    privateSources: [sourceHost],
    notify: ["team@example.org"],
    automaticUpdateReport: false,
  });
  const passwordHash = await hashPassword(PASSWORD);
  const lane = await db.lane.create({ data: { id: randomUUID(), serviceId: "maps" } });
  const profiles = { create: { id: randomUUID(), version: 1, settings, createdBy: "e2e" } };
  const collection = await db.collection.create({
    data: { id: randomUUID(), slug: "maps", name: "Maps", laneId: lane.id, profiles },
  });
  for (const [who, email] of Object.entries(PEOPLE)) {
    const id = randomUUID();
    const role = ROLES.find((known) => known === who) ?? "depositor";
    await insertPerson(db, { id, name: email, email, passwordHash, role });
    if (who === "depositor") await setGrants(db, id, { collectionIds: [collection.id], grantedBy: "e2e" });
  }
}

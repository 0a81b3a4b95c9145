import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { storePayload } from "../../adapters/upload/store-payload.ts";
import type { BatchState } from "../../core/batch/states.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { JobState } from "../../core/job/states.ts";
import { Env } from "../../lib/env.ts";
import { submitBatch } from "../../operations/batch/submit.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import { connect } from "../../prisma/client.ts";
import { contextOn } from "../factories/context-on.ts";
import { type TestDatabase, testDatabase } from "../setup/database.ts";
import { until } from "./until.ts";

/** Everything a deposit needs but the two processes: a database of its own, folders, one collection. */
export type Installation = {
  readonly ctx: Context;
  readonly folder: string;
  readonly collection: string;
  /** Its database as the owner of the tables. */
  readonly ownerUrl: string;
  /** Environment for a worker on this installation. */
  readonly workerEnv: Readonly<Record<string, string>>;
  deposit(payload: string | Uint8Array, fields: Readonly<Record<string, string>>): Promise<string>;
  batchReaches(batchId: string, state: BatchState, patienceMs?: number): Promise<void>;
  jobStates(batchId: string): Promise<JobState[]>;
  end(): Promise<void>;
};

/** Times short enough for tests: a dead worker's leases are free after two seconds. */
const SCALED = {
  LEASE_MS: "2000",
  POLL_MS: "200",
  WAIT_RETRY_MS: "200",
  SOURCE_BACKOFF_MS: "20",
  MAIL_BACKOFF_MS: "100",
  LOG_LEVEL: "info",
};

/**
 * Makes an installation. `settings` on top of the profile's defaults; `env` on top of the scaled times. `database`: in
 * place of a new one; `connections`: to it, beside the worker's.
 */
export async function makeInstallation(
  options: {
    readonly settings?: Partial<ProfileSettings>;
    readonly env?: Readonly<Record<string, string>>;
    readonly database?: TestDatabase;
    readonly connections?: number;
  } = {},
): Promise<Installation> {
  const database = options.database ?? (await testDatabase());
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-pipeline-"));
  // as whoever sets Waybill up makes it
  await mkdir(path.join(folder, "working"));
  const workerEnv = {
    DATABASE_URL: database.url,
    AUTH_SECRET: "s".repeat(32),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    ...SCALED,
    ...options.env,
  };
  const db = connect(database.url, { max: options.connections ?? 4, name: "test" });
  const ctx = contextOn(db, Env.parse(workerEnv), { ...SYSTEM, id: "tester", name: "Tester" });
  const lane = await db.lane.create({ data: { id: randomUUID(), serviceId: "maps" } });
  const settings = ProfileSettings.parse({ notify: ["team@example.org"], ...options.settings });
  await db.collection.create({
    data: {
      id: randomUUID(),
      slug: "maps",
      name: "Maps",
      laneId: lane.id,
      profiles: { create: { id: randomUUID(), version: 1, settings, createdBy: "test" } },
    },
  });
  return {
    ctx,
    folder,
    collection: "maps",
    ownerUrl: database.ownerUrl,
    workerEnv,
    deposit: (payload, fields) => deposit(ctx, payload, fields),
    batchReaches: (batchId, state, patienceMs) => batchReaches(ctx, batchId, state, patienceMs),
    jobStates: async (batchId) =>
      (await db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } })).map((job) => job.state),
    end: async () => {
      await ctx.changes.flush();
      await db.$disconnect();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function deposit(
  ctx: Context,
  payload: string | Uint8Array,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const rules = { folder: ctx.env.WORKING_STORAGE, maxBytes: ctx.env.UPLOAD_MAX_BYTES };
  const all = { collection: "maps", ...fields };
  const { batchId } = await submitBatch(ctx, {
    receive: async () => ({
      ...(await storePayload(chunksOf(payload), rules)),
      fields: all,
      filename: fields.filename,
    }),
    idempotencyKey: null,
    userAgent: "test",
  });
  return batchId;
}

async function* chunksOf(payload: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof payload === "string" ? Buffer.from(payload) : payload;
}

async function batchReaches(
  ctx: Context,
  batchId: string,
  state: BatchState,
  patienceMs = 30_000,
): Promise<void> {
  await until(async () => {
    const batch = await ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    if (batch.state === state) return true;
    const jobs = await ctx.db.job.findMany({ where: { batchId }, take: 5, orderBy: { ordinal: "asc" } });
    return `the batch is ${batch.state} (${batch.errorMessage ?? ""}), its jobs ${jobs.map((job) => `${job.state} ${job.errorMessage ?? job.waitReason ?? ""}`).join(", ")}`;
  }, patienceMs);
}

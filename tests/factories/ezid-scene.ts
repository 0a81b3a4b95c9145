import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { JobState } from "../../core/job/states.ts";
import { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { workJob } from "../../operations/job/work.ts";
import type { Prisma } from "../../prisma/generated/client.ts";
import { wire } from "../../worker/wiring.ts";
import { startFakeEzid } from "../servers/fake-ezid/start.ts";
import { testDatabase } from "../setup/database.ts";
import { makeBatch } from "./make-batch.ts";
import { makeCollection } from "./make-collection.ts";
import { makeJob } from "./make-job.ts";

/** The parts of a worker whose collection mints at a fake EZID, without the loops: the test says when a job is worked. */
export type EzidScene = Awaited<ReturnType<typeof openEzidScene>>;

const IN_A_MINUTE_MS = 60_000;

export async function openEzidScene() {
  const database = await testDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-ezid-"));
  const ezid = await startFakeEzid();
  const settings = Env.parse({
    DATABASE_URL: database.url,
    AUTH_SECRET: "x".repeat(32),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LEASE_MS: "60000",
    EZID_URL: ezid.url,
    EZID_USER: "waybill",
    EZID_PASSWORD: "s3cret-pass",
    EZID_TIMEOUT_MS: "2000",
    EZID_TRIES: "3",
  });
  const { ctx, ports, table, close } = await wire(settings, createLog("silent", "test"), createLedgers());
  const { db } = ctx;
  const ofEzid = { minter: "ezid", ezidTarget: "https://example.org/o" } as const;
  const collection = await makeCollection(db, { settings: ofEzid });
  const batchId = await makeBatch(db, collection);
  return {
    ctx,
    db,
    ports,
    ezid,
    collection,
    /** A job without files that a worker has to look at. */
    async job(
      state: JobState = "Processing",
      given: Partial<Prisma.JobUncheckedCreateInput> = {},
      settings?: Partial<ProfileSettings>,
    ) {
      const due = { title: "A map", dueAt: new Date(0), lastSuccessfulState: "Downloading" } as const;
      const others = settings && (await makeCollection(db, { settings: { ...ofEzid, ...settings } }));
      const jobId = await makeJob(db, others ? await makeBatch(db, others) : batchId, state, {
        ...due,
        ...given,
      });
      await ports.working.prepare(jobId);
      return jobId;
    },
    /** Takes the job, though it may not be due or another may have it, and works it as far as it goes. */
    async work(jobId: string) {
      await db.job.update({ where: { id: jobId }, data: { dueAt: new Date(0), leaseUntil: null } });
      const lease = await table.take("job", jobId);
      if (!lease) throw new Error(`${jobId} cannot be taken`);
      await workJob(ctx, ports, { jobId, ...lease, signal: new AbortController().signal });
      return db.job.findUniqueOrThrow({ where: { id: jobId } });
    },
    /** An ARK a job has reserved, with the object it had begun; answers the ARK. */
    async reserve(
      jobId: string,
      { localId, busyJobId = null }: { localId: string; busyJobId?: string | null },
    ) {
      const call = { deadline: performance.now() + 5_000, signal: new AbortController().signal };
      const answer = await ports.identifiers?.mint("ark:/99999/fk4", [["_status", "reserved"]], call);
      if (answer?.kind !== "done") throw new Error("nothing was minted");
      const ark = answer.identifier;
      await db.mintedArk.create({ data: { jobId, ark, minter: "ezid", status: "reserved" } });
      await db.job.update({ where: { id: jobId }, data: { ark } });
      const { owner } = ProfileSettings.parse({});
      await db.storedObject.create({
        data: {
          id: randomUUID(),
          ark,
          owner,
          collectionId: collection.id,
          busyJobId,
          localIds: { create: { owner, localId } },
        },
      });
      return ark;
    },
    minted: (jobId: string) => db.mintedArk.findUnique({ where: { jobId } }),
    /** What the timeline says of the job's identifier. */
    told: async (jobId: string) =>
      (
        await db.event.findMany({
          where: { jobId, kind: { startsWith: "job.identifier" } },
          orderBy: { id: "asc" },
        })
      ).map(({ kind }) => kind),
    /** All places are taken by somebody else for a while. */
    takeAllSlots: async () => {
      const until = new Date(Date.now() + IN_A_MINUTE_MS);
      for (let number = 1; number <= 4; number += 1) {
        const taken = { holder: randomUUID(), until };
        await db.slot.upsert({
          where: { name_number: { name: "ezid", number } },
          create: { name: "ezid", number, ...taken },
          update: taken,
        });
      }
    },
    async end() {
      await close();
      await ezid.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

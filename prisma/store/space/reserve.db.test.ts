import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect as connectPlainly } from "../../../scripts/db/connect.ts";
import { type Installation, makeInstallation } from "../../../tests/pipeline/installation.ts";
import { expireFolder, listExpiredFolders } from "../job/folders.ts";
import { moveJob } from "../job/move.ts";
import { isStorageOpen } from "../space.ts";
import { reserveSpace } from "./reserve.ts";

let installation: Installation;
let batchId: string;
let ordinal = 100;
beforeAll(async () => {
  installation = await makeInstallation();
  batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
  // the upload counts too while it is kept
  await installation.ctx.db.batch.updateMany({ data: { payloadPath: null } });
});
afterAll(() => installation.end());

/** Jobs that have reserved this much; those with 0 have only asked. */
async function makeJobs(...reserved: readonly number[]): Promise<string[]> {
  const { db } = installation.ctx;
  await db.job.updateMany({ data: { spaceReserved: 0 } });
  await db.batch.updateMany({ data: { payloadPath: null } });
  return moreJobs(...reserved);
}

async function moreJobs(...reserved: readonly number[]): Promise<string[]> {
  const { db } = installation.ctx;
  const ids: string[] = [];
  for (const spaceReserved of reserved.length > 0 ? reserved : [0]) {
    ordinal += 1;
    const id = `jid-${randomUUID()}`;
    await db.job.create({
      data: {
        id,
        batchId,
        ordinal,
        payload: "file",
        filename: "a",
        priority: 5,
        submitter: "t",
        spaceReserved,
        state: "Downloading",
      },
    });
    ids.push(id);
  }
  return ids;
}

/** Runs something while another transaction has the job's row locked. */
async function locking(jobId: string | undefined, act: () => Promise<void>): Promise<void> {
  const other = await connectPlainly(installation.ctx.env.DATABASE_URL);
  try {
    await other.query("BEGIN");
    await other.query("SELECT FROM job WHERE id = $1 FOR UPDATE", [jobId]);
    await act();
  } finally {
    await other.end();
  }
}

const QUOTA = { quotaBytes: 1000, freeBytes: 1_000_000 };
const ask = (jobId: string | undefined, needBytes: number, fence = 0n) => ({
  jobId: jobId ?? "",
  fence,
  needBytes,
});
const reserve = (...asks: readonly ReturnType<typeof ask>[]) =>
  reserveSpace(installation.ctx.db, asks, QUOTA);

async function reservedBy(id: string | undefined): Promise<number> {
  return Number((await installation.ctx.db.job.findUniqueOrThrow({ where: { id: id ?? "" } })).spaceReserved);
}

describe("reserving working storage for a group", () => {
  it("counts each job before the next: 300, 500 and 100 of 1,000 fit, at 90 % the gate is shut", async () => {
    const [a, b, c, d] = await makeJobs(0, 0, 0, 0);
    const answers = await reserve(ask(a, 300), ask(b, 500), ask(c, 100), ask(d, 50));
    expect(answers.map(({ kind }) => kind)).toEqual(["admit", "admit", "admit", "wait"]);
    expect(answers[3]).toMatchObject({ why: expect.stringContaining("Running jobs take 90 %") });
    expect(await Promise.all([a, b, c, d].map(reservedBy))).toEqual([300, 500, 100, 0]);
  });

  it("stays shut at 75 % and opens below 70 %", async () => {
    const [full, next] = await makeJobs(810, 0);
    expect(await reserve(ask(next, 10))).toMatchObject([{ kind: "wait" }]);
    const { db } = installation.ctx;
    await db.job.update({ where: { id: full ?? "" }, data: { spaceReserved: 750 } });
    expect(await reserve(ask(next, 10))).toMatchObject([{ kind: "wait" }]);
    await db.job.update({ where: { id: full ?? "" }, data: { spaceReserved: 690 } });
    expect(await reserve(ask(next, 10))).toEqual([{ kind: "admit" }]);
  });

  it("replaces what a job had, and does not count it twice", async () => {
    const [a] = await makeJobs(600);
    expect(await reserve(ask(a, 650))).toEqual([{ kind: "admit" }]);
    expect(await reservedBy(a)).toBe(650);
  });

  it("answers each for itself: too large for ever, an old fence, and one that fits", async () => {
    const [huge, old, fits] = await makeJobs(0, 0, 0);
    const answers = await reserve(ask(huge, 1001), ask(old, 10, 7n), ask(fits, 0));
    expect(answers).toEqual([
      { kind: "never", why: expect.stringContaining("more than the whole working storage") },
      { kind: "wait", why: "Somebody else is changing this job just now." },
      { kind: "admit" },
    ]);
    expect(await Promise.all([huge, old, fits].map(reservedBy))).toEqual([0, 0, 1]);
  });

  it("never gives the same space to two who ask at the same time", async () => {
    const jobs = await makeJobs(...Array.from({ length: 12 }, () => 0));
    const answers = (await Promise.all(jobs.map((job) => reserve(ask(job, 200))))).flat();
    // 200, 400, 600, 800 (not above 80 %), 1000
    expect(answers.filter(({ kind }) => kind === "admit")).toHaveLength(5);
  });

  it("counts no uploads: however many wait, the work that ends them begins", async () => {
    const { db } = installation.ctx;
    const [a, b] = await makeJobs(0, 0);
    await db.batch.updateMany({ data: { payloadPath: "batches/x/payload", payloadSize: 5_000n } });
    expect(await isStorageOpen(db, QUOTA)).toBe(true);
    expect((await reserve(ask(a, 700), ask(b, 300))).map(({ kind }) => kind)).toEqual(["admit", "admit"]);
  });

  it("lets one through when nothing runs, whatever failed jobs keep", async () => {
    const { db } = installation.ctx;
    const [failed, next, third] = await makeJobs(950, 0, 0);
    const kept = { state: "Failed", foldersUntil: null } as const;
    await db.job.update({ where: { id: failed ?? "" }, data: kept });
    expect(await isStorageOpen(db, QUOTA)).toBe(true);
    expect(await reserve(ask(next, 1000))).toEqual([{ kind: "admit" }]);
    expect(await reserve(ask(third, 1))).toMatchObject([{ kind: "wait" }]);
    expect(await isStorageOpen(db, QUOTA)).toBe(false);
  });

  it("promises nobody the bytes of the disk that are promised to others", async () => {
    const [a, b, c] = await makeJobs(0, 0, 0);
    const small = { quotaBytes: 1000, freeBytes: 500 };
    const answers = await reserveSpace(installation.ctx.db, [ask(a, 300), ask(b, 201), ask(c, 200)], small);
    expect(answers.map(({ kind }) => kind)).toEqual(["admit", "wait", "admit"]);
    // once all of it is there, nothing more is written for it
    await installation.ctx.db.job.update({ where: { id: a ?? "" }, data: { state: "Processing" } });
    const left = { quotaBytes: 1000, freeBytes: 200 };
    expect(await reserveSpace(installation.ctx.db, [ask(b, 1)], left)).toMatchObject([{ kind: "wait" }]);
    expect(await reserveSpace(installation.ctx.db, [ask(b, 0)], left)).toEqual([{ kind: "admit" }]);
  });

  describe("where it is wanted, of folders of failed jobs", () => {
    const DAY_MS = 86_400_000;
    /** Failed jobs with folders of this many bytes, expiring after this many days. */
    async function makeFolders(
      ...folders: readonly (readonly [bytes: number, days: number])[]
    ): Promise<string[]> {
      const ids = await makeJobs(...folders.map(([size]) => size), 0);
      for (const [place, [, days]] of folders.entries())
        await installation.ctx.db.job.update({
          where: { id: ids[place] ?? "" },
          data: {
            state: "Failed",
            payloadUrl: "https://source.example.org/a",
            workingDirectory: `jobs/${ids[place]}`,
            foldersUntil: new Date(Date.now() + days * DAY_MS),
          },
        });
      return ids;
    }
    /** The places of those that have expired. */
    async function overOf(ids: readonly string[]): Promise<number[]> {
      const over = await listExpiredFolders(installation.ctx.db, 100);
      return ids.flatMap((id, place) => (over.includes(id) ? [place] : []));
    }
    const short = (freeBytes: number) => ({ quotaBytes: 1000, freeBytes });

    it("the first to expire gives way first, no more than is wanted, and a resume is told", async () => {
      const ids = await makeFolders([100, 3], [100, 1], [100, 2]);
      const next = ids.at(-1);
      const answers = await reserveSpace(installation.ctx.db, [ask(next, 250)], short(100));
      expect(answers).toMatchObject([{ kind: "wait", wantBytes: 150 }]);
      // 150 bytes: the folder of one day, and the one of two
      expect(await overOf(ids)).toEqual([1, 2]);
      const told = await installation.ctx.db.event.findMany({ where: { kind: "job.folder-gave-way" } });
      expect(told.map(({ jobId }) => jobId).sort()).toEqual([ids[1], ids[2]].sort());
      // asked again before they are removed, no more give way
      await reserveSpace(installation.ctx.db, [ask(next, 250)], short(100));
      expect(await overOf(ids)).toEqual([1, 2]);
      for (const id of await listExpiredFolders(installation.ctx.db, 100))
        await expireFolder(installation.ctx.db, id);
      expect(await reserveSpace(installation.ctx.db, [ask(next, 250)], short(300))).toEqual([
        { kind: "admit" },
      ]);
    });

    it("one that another transaction has locked is passed over, and nobody waits for it", async () => {
      const ids = await makeFolders([100, 1], [100, 2]);
      await locking(ids[0], async () => {
        await reserveSpace(installation.ctx.db, [ask(ids.at(-1), 250)], short(100));
        expect(await overOf(ids)).toEqual([1]);
        await installation.ctx.db.job.update({
          where: { id: ids[1] ?? "" },
          data: { foldersUntil: new Date(Date.now() + DAY_MS) },
        });
      });
      const [locked = ""] = await makeFolders([100, -1]);
      await locking(locked, async () => expect(await expireFolder(installation.ctx.db, locked)).toBe(false));
      expect(await expireFolder(installation.ctx.db, locked)).toBe(true);
    });

    it("none gives way whose files cannot be had again", async () => {
      const ids = await makeFolders([100, 1], [100, 2]);
      // its payload came with the deposit and is gone
      await installation.ctx.db.job.update({ where: { id: ids[0] ?? "" }, data: { payloadUrl: null } });
      await reserveSpace(installation.ctx.db, [ask(ids[2], 150)], short(100));
      expect(await overOf(ids)).toEqual([1]);
    });

    it("that of an uploaded deposit gives way, and the upload stays", async () => {
      const ids = await makeFolders([100, 1]);
      const { db } = installation.ctx;
      await db.job.update({ where: { id: ids[0] ?? "" }, data: { payloadUrl: null } });
      await db.batch.updateMany({ data: { payloadPath: "batches/x/payload" } });
      await reserveSpace(db, [ask(ids[1], 150)], short(100));
      expect(await overOf(ids)).toEqual([0]);
      expect(await db.batch.count({ where: { payloadPath: null } })).toBe(0);
    });

    it("none gives way for what cannot begin all the same", async () => {
      const ids = await makeFolders([100, 1]);
      await installation.ctx.db.job.update({ where: { id: ids[1] ?? "" }, data: { spaceReserved: 850 } });
      const [other] = await moreJobs();
      expect(await reserveSpace(installation.ctx.db, [ask(other, 100)], QUOTA)).toMatchObject([
        { kind: "wait" },
      ]);
      expect(await overOf(ids)).toEqual([]);
    });
  });

  it("leaves a job whose row another transaction has locked, and nobody else waits for it", async () => {
    const [locked, free] = await makeJobs(0, 0);
    await locking(locked, async () =>
      expect(await reserve(ask(locked, 10), ask(free, 10))).toEqual([
        { kind: "wait", why: "Somebody else is changing this job just now." },
        { kind: "admit" },
      ]),
    );
    expect([await reservedBy(locked ?? ""), await reservedBy(free ?? "")]).toEqual([0, 10]);
  });

  it("asks anew for a job that is run again at Downloading", async () => {
    const { db } = installation.ctx;
    const [id = ""] = await makeJobs(400);
    await db.job.update({ where: { id }, data: { state: "Failed" } });
    const by = { by: "person", actor: "Ann", requeue: true } as const;
    await moveJob(db, { ...by, jobId: id, from: "Failed", to: "Downloading" });
    expect(await reservedBy(id)).toBe(0);
    await db.job.update({ where: { id }, data: { state: "Failed", spaceReserved: 400 } });
    await moveJob(db, { ...by, jobId: id, from: "Failed", to: "Processing" });
    expect(await reservedBy(id)).toBe(400);
  });
});

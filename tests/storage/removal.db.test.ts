import { AsyncResource } from "node:async_hooks";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWorkingFiles } from "../../adapters/working/folders.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { removeFolders } from "../../operations/upkeep/remove-folders.ts";
import { sweep } from "../../operations/upkeep/sweep.ts";
import { sweepOrphans } from "../../operations/upkeep/sweep-orphans.ts";
import { expireFolder } from "../../prisma/store/job/folders.ts";
import { lockBatchFolder } from "../../prisma/store/upkeep.ts";
import { anyRoot } from "../factories/any-root.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";

let test: TestContext;
let maps: MadeCollection;
let folder: string;
let working: WorkingFiles;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});
afterAll(() => test.end());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-removal-"));
  working = openWorkingFiles(folder, anyRoot);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const past = new Date(Date.now() - 2 * 3_600_000);

/** A failed job whose folder has been kept long enough, with a file in it. */
async function expiredJob(): Promise<string> {
  const { db } = test.ctx;
  const jobId = await makeJob(db, await makeBatch(db, maps, "Failed"), "Failed");
  await working.prepare(jobId);
  const workingDirectory = working.folderOf(jobId);
  await writeFile(await working.fileOf(jobId, 1), "old");
  await db.job.update({
    where: { id: jobId },
    data: { workingDirectory, foldersUntil: past, lastSuccessfulState: "Downloading" },
  });
  return jobId;
}

/** Working files whose `step` is awaited when something is about to be done. */
function stepping(step: (name: "set aside" | "clear") => Promise<void>): WorkingFiles {
  return {
    ...working,
    setAside: async (kind, id) => {
      await step("set aside");
      return working.setAside(kind, id);
    },
    clear: async (aside) => {
      await step("clear");
      return working.clear(aside);
    },
  };
}

describe("an old sweep and a resume", () => {
  it("files that a resume brings after the folder was given up are never taken", async () => {
    const jobId = await expiredJob();
    const late = stepping(async (name) => {
      if (name !== "clear") return;
      // the sweep has committed and stands still before it removes anything
      await resumeJob(test.ctx, { jobId, at: "Downloading" });
      await working.prepare(jobId);
      await writeFile(await working.fileOf(jobId, 1), "new");
    });
    await sweep(test.ctx, { working: late });
    expect(await readFile(working.pathOf(jobId, 1), "utf8")).toBe("new");
    expect(await readdir(path.join(folder, "trash"))).toEqual([]);
  });

  it("a resume waits for the sweep that has the row, and then finds no folder", async () => {
    const jobId = await expiredJob();
    let resumed: Promise<unknown> | undefined;
    // somebody else's, not the sweep's own transaction's
    const resume = AsyncResource.bind(() => resumeJob(test.ctx, { jobId, at: "Downloading" }));
    const slow = stepping(async (name) => {
      if (name === "set aside") resumed = resume();
    });
    await sweep(test.ctx, { working: slow });
    await resumed;
    const job = await test.ctx.db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(job).toMatchObject({ state: "Downloading", workingDirectory: null });
    expect(await readdir(path.join(folder, "jobs"))).toEqual([]);
  });

  it("a transaction that comes to nothing puts the folder back", async () => {
    const jobId = await expiredJob();
    const failing = removeFolders(
      test.ctx,
      {
        ...working,
        setAside: async (kind, id) => {
          if (id !== jobId) throw new Error("the database is unavailable");
          return working.setAside(kind, id);
        },
      },
      "jobs",
      async (tx) => ((await expireFolder(tx, jobId)) ? [jobId, "another"] : []),
    );
    await expect(failing).rejects.toThrow("the database is unavailable");
    expect(await readFile(working.pathOf(jobId, 1), "utf8")).toBe("old");
    const job = await test.ctx.db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(job.workingDirectory).toBe(path.join("jobs", jobId));
  });

  it("what a dead process has set aside is swept, not what was set aside just now", async () => {
    const jobId = await expiredJob();
    await working.setAside("jobs", jobId);
    await sweepOrphans(test.ctx, working);
    expect(await readdir(path.join(folder, "trash"))).toHaveLength(1);
    await working.sweepAside(-1_000);
    expect(await readdir(path.join(folder, "trash"))).toEqual([]);
  });
});

describe("an orphan sweep", () => {
  it("leaves a folder whose batch commits after it was listed", async () => {
    const { db } = test.ctx;
    const id = "bid-late";
    const onItsWay = await makeBatch(db, maps, "Pending");
    const payload = path.join(folder, "batches", id, "payload");
    await mkdir(path.dirname(payload), { recursive: true });
    await writeFile(payload, "late");
    await utimes(path.dirname(payload), past, past);
    let swept: Promise<number> | undefined;
    const sweeping = AsyncResource.bind(() => sweepOrphans(test.ctx, working));
    await db.$transaction(async (tx) => {
      await lockBatchFolder(tx, id);
      swept = sweeping();
      // until the sweep waits for the batch that is on its way
      for (;;) {
        const [row] = await tx.$queryRaw<{ waiting: bigint }[]>`
          SELECT count(*) AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
        if ((row?.waiting ?? 0n) > 0n) break;
      }
      await tx.$executeRaw`
        UPDATE batch SET id = ${id}, payload_path = ${`batches/${id}/payload`} WHERE id = ${onItsWay}`;
    });
    expect(await swept).toBe(0);
    expect(await readFile(payload, "utf8")).toBe("late");
  });

  it("removes a job's folder nobody counts on, and none that a resume has just taken", async () => {
    const { db } = test.ctx;
    const jobId = await expiredJob();
    await db.job.update({ where: { id: jobId }, data: { workingDirectory: null, foldersUntil: null } });
    await utimes(path.join(folder, "jobs", jobId), past, past);
    const taken = {
      ...working,
      listFolders: async (...asked: Parameters<WorkingFiles["listFolders"]>) => {
        const found = await working.listFolders(...asked);
        if (found.includes(jobId))
          await db.job.update({
            where: { id: jobId },
            data: { workingDirectory: path.join("jobs", jobId) },
          });
        return found;
      },
    };
    expect(await sweepOrphans(test.ctx, taken)).toBe(0);
    await db.job.update({ where: { id: jobId }, data: { workingDirectory: null } });
    expect(await sweepOrphans(test.ctx, working)).toBe(1);
    expect(await readdir(path.join(folder, "jobs"))).toEqual([]);
  });
});

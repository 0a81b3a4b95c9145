import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { resumeJob } from "../../operations/job/resume.ts";
import { makeStorageScene, type StorageScene } from "./scene.ts";

let scene: StorageScene;
afterEach(() => scene.end());

const folderOf = (jobId: string) => path.join(scene.installation.ctx.env.WORKING_STORAGE, "jobs", jobId);
const fileOf = (jobId: string) => path.join(folderOf(jobId), "files", "0", "1");
const jobOf = (id: string) => scene.installation.ctx.db.job.findUniqueOrThrow({ where: { id } });

const THINGS = [
  ["file", "the file", fileOf],
  ["file", "the whole folder", folderOf],
  ["manifest", "the file", fileOf],
  ["manifest", "the whole folder", folderOf],
] as const;

describe("a verified file that has vanished", () => {
  it.each(THINGS)("of a %s deposit (%s) before Processing is brought again", async (kind, _, thing) => {
    let jobId = "";
    let left = 1;
    scene = await makeStorageScene(async (point) => {
      if (point === "Processing:before" && left-- > 0) await rm(thing(jobId), { recursive: true });
    });
    jobId = await scene.makeJobs(await scene.deposit(kind));
    await scene.worker.workAll();
    expect(await jobOf(jobId)).toMatchObject({ state: "Completed", errorCode: null });
    const file = await scene.installation.ctx.db.objectFile.findFirstOrThrow({
      where: { path: { startsWith: "producer/" } },
    });
    expect(Number(file.size)).toBe(kind === "file" ? 8 : 5);
  });

  it.each(THINGS)(
    "of a failed %s job (%s) is brought again by a resume at Downloading",
    async (kind, _, thing) => {
      let left = 1;
      scene = await makeStorageScene(async (point) => {
        if (point === "Processing:before" && left-- > 0) throw new Error("a fault of its own");
      });
      const { ctx } = scene.installation;
      const jobId = await scene.makeJobs(await scene.deposit(kind));
      await scene.worker.work("job", jobId);
      expect((await jobOf(jobId)).state).toBe("Failed");
      await rm(thing(jobId), { recursive: true });
      await resumeJob(ctx, { jobId, at: "Downloading" });
      await scene.worker.workAll();
      expect((await jobOf(jobId)).state).toBe("Completed");
    },
  );

  it("whose source is gone too fails the job by the source's name, and never stores a version without it", async () => {
    let jobId = "";
    scene = await makeStorageScene(async (point) => {
      if (point !== "Processing:before") return;
      await rm(fileOf(jobId), { force: true });
      await rm(path.join(scene.sources, "map.tif"), { force: true });
    });
    const { ctx } = scene.installation;
    jobId = await scene.makeJobs(await scene.deposit("manifest"));
    await scene.worker.workAll();
    expect(await jobOf(jobId)).toMatchObject({ state: "Failed", errorCode: "source_not_found" });
    await resumeJob(ctx, { jobId, at: "Processing" });
    await scene.worker.workAll();
    expect(await jobOf(jobId)).toMatchObject({ state: "Failed", errorCode: "source_not_found" });
    expect(await ctx.db.objectVersion.count()).toBe(0);
  });
});

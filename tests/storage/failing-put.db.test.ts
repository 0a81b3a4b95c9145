import { afterEach, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { makeStorageScene, type StorageScene } from "./scene.ts";

let scene: StorageScene;
afterEach(() => scene.end());

it.each([
  [1, 2, "Completed", null],
  [2, 3, "Completed", null],
  [3, 3, "Failed", "storage_failed"],
] as const)(
  "a storage that fails %i times running, as one that is back before anybody looks, is asked %i times: %s",
  async (failures, asked, state, errorCode) => {
    let times = 0;
    scene = await makeStorageScene(async (point) => {
      if (point !== "Processing:identified") return;
      times += 1;
      if (times <= failures)
        throw new WaybillError("storage_failed", "The preservation storage answered ENOENT.");
    });
    const { db } = scene.installation.ctx;
    const jobId = await scene.makeJobs(await scene.deposit("manifest"));
    await scene.worker.work("job", jobId);
    expect(times).toBe(asked);
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({ state, errorCode });
    expect(await db.objectVersion.count()).toBe(state === "Completed" ? 1 : 0);
  },
);

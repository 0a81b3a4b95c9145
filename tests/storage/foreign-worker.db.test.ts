import path from "node:path";
import { expect, it } from "vitest";
import { openHandWorker } from "../pipeline/hand-worker.ts";
import { makeStorageScene } from "./scene.ts";

const DEPOSITS = 6;

it("a worker with a working storage of its own fails nothing, and leaves the work to one that has the right one", async () => {
  const scene = await makeStorageScene();
  const { installation, worker } = scene;
  const { db } = installation.ctx;
  const stranger = await openHandWorker(installation, undefined, {
    others: { WORKING_STORAGE: path.join(installation.folder, "another") },
  });
  try {
    await db.lane.updateMany({ data: { ordering: "unordered", width: DEPOSITS } });
    for (let count = 0; count < DEPOSITS; count += 1)
      await scene.deposit(count % 2 === 0 ? "file" : "manifest");
    const { id: lane } = await db.lane.findFirstOrThrow();
    const takeAll = async (by: typeof worker) => {
      await by.work("lane", lane);
      for (const { id } of await db.batch.findMany()) await by.work("batch", id);
      for (const { id } of await db.job.findMany()) await by.work("job", id);
    };
    // alone it works the lane, and lets wait what needs the storage
    await takeAll(stranger);
    expect(await db.batch.count({ where: { state: "Failed" } })).toBe(0);
    // the other one is there: now it leaves all of it
    await worker.watchRoots();
    await stranger.watchRoots();
    for (const { id } of await db.batch.findMany()) expect(await stranger.work("batch", id)).toBe(false);
    await takeAll(worker);
    await takeAll(stranger);
    await worker.workAll();
    const states = await db.batch.groupBy({ by: ["state"], _count: true });
    expect(states).toEqual([{ state: "Completed", _count: DEPOSITS }]);
  } finally {
    await stranger.end();
    await scene.end();
  }
}, 120_000);

import { access } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeStorageScene, type StorageScene, takeAway } from "./scene.ts";

let scene: StorageScene;

beforeEach(async () => {
  scene = await makeStorageScene();
});
afterEach(() => scene.end());

const CASES = (["manifest", "file"] as const).flatMap((kind) =>
  [false, true].flatMap((jobsMade) => [true, false].map((empty) => ({ kind, jobsMade, empty }))),
);

it.each(CASES)(
  "waits, and loses nothing: $kind, jobs made: $jobsMade, another folder in its place: $empty",
  async ({ kind, jobsMade, empty }) => {
    const { installation, worker } = scene;
    const { ctx } = installation;
    const batchId = await scene.deposit(kind);
    await worker.work("lane", (await ctx.db.lane.findFirstOrThrow()).id);
    if (jobsMade) await worker.work("batch", batchId);

    const back = await takeAway(ctx.env.WORKING_STORAGE, empty);
    for (let round = 0; round < 3; round += 1) {
      await worker.work("batch", batchId);
      for (const { id } of await ctx.db.job.findMany()) await worker.work("job", id);
      await worker.sweep();
      expect(await worker.sweepOrphans()).toBe(0);
    }
    const away = await ctx.db.batch.findUniqueOrThrow({ where: { id: batchId }, include: { jobs: true } });
    await back();
    expect(away.state).toBe("Processing");
    expect(away.payloadPath).toBe(path.join("batches", batchId, "payload"));
    for (const { state } of away.jobs) expect(state).not.toBe("Failed");
    const waits = [away.waitReason, ...away.jobs.map(({ waitReason }) => waitReason)];
    expect(waits.filter((why) => why?.includes("WORKING_STORAGE"))).toHaveLength(1);
    await access(path.join(ctx.env.WORKING_STORAGE, away.payloadPath ?? ""));

    await worker.workAll();
    const done = await ctx.db.batch.findUniqueOrThrow({ where: { id: batchId }, include: { jobs: true } });
    expect(done.jobs.map(({ state }) => state)).toEqual(["Completed"]);
    expect(done).toMatchObject({ state: "Completed", waitReason: null });
  },
);

it("raises the alarm with the worker's name while it is away, and ends it", async () => {
  const { installation, worker } = scene;
  const { db, env } = installation.ctx;
  await worker.watchRoots();
  expect(await db.alarm.count()).toBe(0);
  const back = await takeAway(env.WORKING_STORAGE, true);
  await worker.watchRoots();
  const instance = await db.instance.findFirstOrThrow();
  expect(await db.alarm.findMany()).toMatchObject([
    {
      kind: "working_storage_away",
      subject: `working storage of worker ${instance.id}`,
      message: expect.stringContaining(env.WORKING_STORAGE),
    },
  ]);
  expect(instance.lacks).toContain("WORKING_STORAGE");
  await back();
  await worker.watchRoots();
  expect(await db.alarm.count()).toBe(0);
  expect((await db.instance.findFirstOrThrow()).lacks).toBeNull();
});

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resumeJob } from "../../operations/job/resume.ts";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { objectManifest } from "../../tests/pipeline/manifests.ts";

/** The quota of the scene's working storage. */
const QUOTA_BYTES = 1_000_000_000n;
const TEXT = "two dozen letters and so";

const at = { point: "", act: async () => undefined as unknown };
let scene: DepositScene;

beforeAll(async () => {
  scene = await makeDepositScene({}, async (name) => {
    if (name === at.point) await at.act();
  });
});
afterAll(() => scene.end());

const reserved = async (batchId: string) => {
  const { spaceNeeded, spaceReserved } = await scene.jobOf(batchId);
  return [spaceNeeded, spaceReserved];
};

it("what a job needs is counted anew once its files are there: an estimate that was wrong keeps nobody out", async () => {
  const url = await scene.file("a.txt", TEXT.repeat(1_000));
  const fields = { type: "object-manifest", filename: "a.checkm" };
  const batchId = await scene.deposit(objectManifest([{ name: "a.txt", url }]), fields);
  const seen: unknown[] = [];
  at.point = "Downloading:before";
  at.act = async () => {
    seen.push(await reserved(batchId));
    // the file has become shorter since its source was asked for its size
    if (at.point === "Downloading:before") await writeFile(fileURLToPath(url), TEXT);
    at.point = at.point === "Downloading:before" ? "Processing:before" : "";
  };
  await scene.work();
  expect(seen).toEqual([
    [24_000n, 24_000n],
    [24n, 24n],
  ]);
});

it("a job that is run again at Downloading waits for space as any other, though it had some", async () => {
  const { db } = scene.ctx;
  at.point = "Downloading:before";
  at.act = async () => {
    at.point = "";
    throw Object.assign(new Error("no"), { code: "EIO" });
  };
  const batchId = await scene.depositFiles({ "b.txt": TEXT });
  const other = (await scene.jobOf(await scene.depositFiles({ "c.txt": TEXT }))).id;
  await scene.work();
  const { id: jobId, state } = await scene.jobOf(batchId);
  expect(state).toBe("Failed");
  // another job has all of it, and is running
  await db.job.update({
    where: { id: other },
    data: {
      state: "Processing",
      endedAt: null,
      dueAt: null,
      spaceNeeded: QUOTA_BYTES,
      spaceReserved: QUOTA_BYTES,
    },
  });
  await resumeJob(scene.ctx, { jobId, at: "Downloading", reason: "once more" });
  await scene.work(1, async () => (await scene.jobOf(batchId)).waitCode !== null);
  expect(await scene.jobOf(batchId)).toMatchObject({
    state: "Downloading",
    waitCode: "working_storage_full",
    spaceReserved: 0n,
  });
  await db.job.update({ where: { id: other }, data: { state: "Completed", spaceReserved: 0n } });
  await scene.work();
  expect((await scene.jobOf(batchId)).state).toBe("Completed");
});

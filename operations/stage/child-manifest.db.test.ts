import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { batchOfManifests, objectManifest } from "../../tests/pipeline/manifests.ts";
import { resumeJob } from "../job/resume.ts";

let scene: DepositScene;
beforeAll(async () => {
  scene = await makeDepositScene();
});
afterAll(() => scene.end());

it("a corrupt manifest of a batch fails its job with the same bytes again, and not once its source has others", async () => {
  const good = objectManifest([{ name: "a.txt", url: await scene.file("a.txt", "hello") }]);
  const child = await scene.file("child.checkm", good.replace("#%eof", ""));
  const batchId = await scene.deposit(batchOfManifests([{ name: "child.checkm", url: child }]), {
    type: "batch-manifest",
    filename: "batch.checkm",
  });
  const { id: jobId } = await scene.jobOf(batchId);
  const resume = () => resumeJob(scene.ctx, { jobId, reason: "looked at again" });

  await scene.work();
  const first = await scene.jobOf(batchId);
  expect(first).toMatchObject({ state: "Failed", errorCode: "manifest_invalid", payloadTrusted: true });
  await resume();
  await scene.work();
  expect(await scene.jobOf(batchId)).toMatchObject({
    state: "Failed",
    errorCode: "manifest_invalid",
    problems: first.problems,
    retryCount: 1,
  });

  await writeFile(fileURLToPath(child), good);
  await resume();
  await scene.work();
  expect(await scene.jobOf(batchId)).toMatchObject({ state: "Completed", retryCount: 2 });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { deleteJob } from "../job/delete.ts";
import { forceFail } from "../job/force-fail.ts";
import { resumeJob } from "../job/resume.ts";

/**
 * A worker dies, or its job fails, after a version is in place and before anything says so. The next update of the
 * object must neither fail over that version nor be built without it.
 */

let scene: DepositScene;
let fault: { readonly at: string; readonly meet: () => Promise<void> } | undefined;

beforeAll(async () => {
  scene = await makeDepositScene({}, async (name) => {
    if (name !== fault?.at) return;
    const { meet } = fault;
    fault = undefined;
    await meet();
  });
});
afterAll(() => scene.end());

const boom = async () => {
  throw new Error("the worker met a fault of its own");
};
const versionsOf = async (ark: string | null) => {
  const object = await scene.ctx.db.storedObject.findUniqueOrThrow({
    where: { ark: ark ?? "" },
    include: { versions: { orderBy: { version: "asc" } } },
  });
  return object.versions.map(({ version, jobId }) => ({ version, jobId }));
};
const producers = async (ark: string | null, version: number) =>
  Object.keys(await scene.filesOf(ark ?? "", version))
    .filter((name) => name.startsWith("producer/"))
    .sort();

/** An object with one version, an update of it that hits the fault, and another update after it. */
async function failBetween(localIdentifier: string, at: string) {
  const first = await scene.ingest({ "a.txt": `${localIdentifier} a` }, { localIdentifier });
  fault = { at, meet: boom };
  const second = await scene.ingest({ "b.txt": "b" }, { localIdentifier, update: "true" });
  expect(second.state).toBe("Failed");
  const batchId = await scene.depositFiles({ "c.txt": "c" }, { localIdentifier, update: "true" });
  const third = async () => scene.jobOf(batchId);
  const waits = async () => (await third()).waitReason !== null;
  await scene.work(1, waits);
  return { first, second, third };
}

const WHY = "or may have, and is Failed before it was recorded. It must be resumed first.";

it("the next one waits until the failed one is resumed and has recorded its version", async () => {
  const { first, second, third } = await failBetween("placed-1", "Processing:effect");
  expect(await third()).toMatchObject({ state: "Processing", waitReason: expect.stringContaining(WHY) });
  await resumeJob(scene.ctx, { jobId: second.id, reason: "The fault is mended." });
  await scene.work();
  const { id, state, ark } = await third();
  expect([state, ark]).toEqual(["Completed", first.ark]);
  expect(await versionsOf(ark)).toEqual([
    { version: 1, jobId: first.id },
    { version: 2, jobId: second.id },
    { version: 3, jobId: id },
  ]);
  expect(await producers(ark, 3)).toEqual(["producer/a.txt", "producer/b.txt", "producer/c.txt"]);
});

it("the next one goes on, beside the version nobody recorded, once the failed one is deleted", async () => {
  const { first, second, third } = await failBetween("placed-2", "Processing:effect");
  await deleteJob(scene.ctx, { jobId: second.id, reason: "It was a mistake." });
  await scene.work();
  const { id, state, ark } = await third();
  expect(state).toBe("Completed");
  expect(await versionsOf(ark)).toEqual([
    { version: 1, jobId: first.id },
    { version: 3, jobId: id },
  ]);
  expect(await producers(ark, 3)).toEqual(["producer/a.txt", "producer/c.txt"]);
});

it("waits for nobody who failed before its version was put into place", async () => {
  const { first, third } = await failBetween("placed-3", "Processing:identified");
  await scene.work();
  const { id, state, ark } = await third();
  expect(state).toBe("Completed");
  expect(await versionsOf(ark)).toEqual([
    { version: 1, jobId: first.id },
    { version: 2, jobId: id },
  ]);
});

it("a job stopped by a person just before that puts nothing there any more", async () => {
  const localIdentifier = "placed-4";
  const first = await scene.ingest({ "a.txt": "a" }, { localIdentifier });
  const meet = async () => {
    const { id } = await scene.ctx.db.job.findFirstOrThrow({
      where: { state: "Processing", localIds: { has: localIdentifier } },
    });
    await forceFail(scene.ctx, { jobId: id, reason: "It runs for too long." });
  };
  fault = { at: "Processing:identified", meet };
  const update = { localIdentifier, update: "true" };
  await expect(scene.ingest({ "b.txt": "b" }, update)).rejects.toMatchObject({ code: "lease_lost" });
  const { id, state, ark } = await scene.ingest({ "c.txt": "c" }, update);
  expect(state).toBe("Completed");
  expect(await versionsOf(ark)).toEqual([
    { version: 1, jobId: first.id },
    { version: 2, jobId: id },
  ]);
});

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type EzidScene, openEzidScene } from "../../tests/factories/ezid-scene.ts";
import { withdrawUnused } from "./withdraw-unused.ts";

let scene: EzidScene;
beforeAll(async () => {
  scene = await openEzidScene();
});
afterAll(() => scene.end());
beforeEach(() => scene.ezid.control({ clear: "all" }));

const withdraw = () => withdrawUnused(scene.ctx, scene.ports);

it("the ARK of a job that was deleted before it was recorded goes, with the object that was only reserved", async () => {
  const jobId = await scene.job("Deleted");
  const ark = await scene.reserve(jobId, { localId: "deleted", busyJobId: jobId });
  expect(await withdraw()).toBe(1);
  expect(scene.ezid.records.has(ark)).toBe(false);
  expect(await scene.minted(jobId)).toMatchObject({ ark, status: "withdrawn" });
  expect(await scene.db.storedObject.count({ where: { ark } })).toBe(0);
  expect(await scene.db.localId.count({ where: { localId: "deleted" } })).toBe(0);
  expect(await scene.told(jobId)).toEqual(["job.identifier-withdrawn"]);
  expect(await withdraw()).toBe(0);
});

it.each(["Failed", "Processing", "Held"] as const)("that of a job that is %s stays", async (state) => {
  const jobId = await scene.job(state);
  const ark = await scene.reserve(jobId, { localId: state });
  expect(await withdraw()).toBe(0);
  expect(scene.ezid.records.get(ark)?.get("_status")).toBe("reserved");
});

it("one another job has come to use stays, also at EZID", async () => {
  const jobId = await scene.job("Deleted");
  const other = await scene.job();
  const ark = await scene.reserve(jobId, { localId: "used", busyJobId: other });
  expect(await withdraw()).toBe(0);
  await scene.db.storedObject.update({ where: { ark }, data: { busyJobId: null, version: 1 } });
  expect(await withdraw()).toBe(0);
  expect(scene.ezid.records.has(ark)).toBe(true);
  expect(await scene.minted(jobId)).toMatchObject({ status: "reserved" });
});

it("one its job did not need in the end goes", async () => {
  const jobId = await scene.job("Completed");
  const ark = await scene.reserve(jobId, { localId: "other" });
  await scene.db.job.update({ where: { id: jobId }, data: { ark: "ark:/99999/fk4other" } });
  expect(await withdraw()).toBe(1);
  expect(scene.ezid.records.has(ark)).toBe(false);
});

it("one its job passed over goes, unless another job may yet be resumed with it", async () => {
  const [jobId, other] = [await scene.job(), await scene.job("Failed")];
  const [unused, used] = [
    await scene.reserve(jobId, { localId: "passed over" }),
    await scene.reserve(other, { localId: "resumed with" }),
  ];
  await scene.db.job.update({ where: { id: jobId }, data: { ark: null } });
  await scene.db.mintedArk.updateMany({
    where: { ark: { in: [unused, used] } },
    data: { jobId: null, collectionId: scene.collection.id },
  });
  expect(await withdraw()).toBe(1);
  expect([unused, used].map((ark) => scene.ezid.records.has(ark))).toEqual([false, true]);
  expect(await scene.db.mintedArk.findUnique({ where: { ark: unused } })).toMatchObject({
    status: "withdrawn",
  });
  expect(await scene.db.mintedArk.findUnique({ where: { ark: used } })).toMatchObject({
    status: "reserved",
  });
  await scene.db.mintedArk.updateMany({ where: { ark: used }, data: { status: "withdrawn" } });
});

it("while EZID is away it is asked again in a later round", async () => {
  const jobId = await scene.job("Deleted");
  const ark = await scene.reserve(jobId, { localId: "away" });
  scene.ezid.control({ fault: "answer", on: "delete", httpStatus: 503, body: "" });
  expect(await withdraw()).toBe(0);
  expect(await scene.minted(jobId)).toMatchObject({ status: "withdrawing" });
  expect(await withdraw()).toBe(1);
  expect(scene.ezid.records.has(ark)).toBe(false);
});

it("one EZID does not let go does not keep the others", async () => {
  const kept = await scene.job("Deleted");
  await scene.reserve(kept, { localId: "kept" });
  const gone = await scene.job("Deleted");
  await scene.reserve(gone, { localId: "gone" });
  scene.ezid.control({ fault: "answer", on: "delete", httpStatus: 403, body: "error: forbidden" });
  expect(await withdraw()).toBe(1);
  expect(await scene.minted(kept)).toMatchObject({ status: "withdrawing" });
  expect(await scene.minted(gone)).toMatchObject({ status: "withdrawn" });
  expect(await withdraw()).toBe(1);
});

it("one that is public at EZID gets a tombstone", async () => {
  const jobId = await scene.job("Deleted");
  const ark = await scene.reserve(jobId, { localId: "public" });
  const call = { deadline: performance.now() + 5_000, signal: new AbortController().signal };
  await scene.ports.identifiers?.update(ark, [["_status", "public"]], call);
  expect(await withdraw()).toBe(1);
  expect(scene.ezid.records.get(ark)?.get("_status")).toBe(
    "unavailable | the deposit was deleted before it was recorded",
  );
  expect(await scene.minted(jobId)).toMatchObject({ status: "withdrawn" });
});

it("one EZID has no more is done with", async () => {
  const jobId = await scene.job("Deleted");
  const ark = await scene.reserve(jobId, { localId: "gone already" });
  const call = { deadline: performance.now() + 5_000, signal: new AbortController().signal };
  await scene.ports.identifiers?.remove(ark, call);
  expect(await withdraw()).toBe(1);
  expect(await scene.minted(jobId)).toMatchObject({ status: "withdrawn" });
});

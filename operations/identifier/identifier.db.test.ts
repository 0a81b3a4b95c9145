import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import { type EzidScene, openEzidScene } from "../../tests/factories/ezid-scene.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { workJob } from "../job/work.ts";

let scene: EzidScene;
beforeAll(async () => {
  scene = await openEzidScene();
});
afterAll(() => scene.end());
beforeEach(() => scene.ezid.control({ clear: "all" }));
afterEach(async () => {
  await scene.db.slot.updateMany({ data: { holder: null, until: null } });
});

/** The calls since a place in the fake's log, as act and answer. */
function callsSince(start: number): string[] {
  return scene.ezid.log.slice(start).map(({ act, line }) => `${act} ${line.replace(/ark:\S+/, "ARK")}`);
}

describe("a job of a collection that mints at EZID", () => {
  it("has an ARK that is reserved before it is stored, and public once it is recorded", async () => {
    const start = scene.ezid.log.length;
    const jobId = await scene.job("Processing", { creator: "Ada", date: "1843", localIds: ["loc-1"] });
    const job = await scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed", ark: expect.stringMatching(/^ark:\/99999\/fk4/) });
    expect(await scene.minted(jobId)).toMatchObject({ ark: job.ark, minter: "ezid", status: "public" });
    expect(callsSince(start)).toEqual(["mint success: ARK", "update success: ARK"]);
    expect(Object.fromEntries(scene.ezid.records.get(job.ark ?? "") ?? [])).toEqual({
      _owner: "waybill",
      _profile: "erc",
      _status: "public",
      _export: "yes",
      _target: `https://example.org/o/${job.ark}`,
      erc: `who: Ada\nwhat: A map\nwhen: 1843\nwhere: ${job.ark} ; loc-1`,
      "waybill.job": jobId,
    });
    expect(await scene.db.storedObject.findUnique({ where: { ark: job.ark ?? "" } })).toMatchObject({
      version: 1,
    });
    expect(await scene.db.slot.findMany({ where: { holder: { not: null } } })).toEqual([]);
  });

  it("asks for none when its local id leads to an object", async () => {
    const first = await scene.work(await scene.job("Processing", { localIds: ["known"] }));
    const start = scene.ezid.log.length;
    const second = await scene.job("Processing", { localIds: ["known"] });
    expect(await scene.work(second)).toMatchObject({ state: "Completed", ark: first.ark });
    expect(callsSince(start)).toEqual([]);
    expect(await scene.minted(second)).toBeNull();
  });

  it("that takes over an object another one had reserved makes that one's ARK public", async () => {
    const first = await scene.job("Failed");
    const ark = await scene.reserve(first, { localId: "shared" });
    expect(await scene.work(await scene.job("Processing", { localIds: ["shared"] }))).toMatchObject({
      state: "Completed",
      ark,
    });
    expect(await scene.minted(first)).toMatchObject({ ark, status: "public" });
    expect(scene.ezid.records.get(ark)?.get("_status")).toBe("public");
  });

  it("does not ask when Waybill mints itself", async () => {
    const start = scene.ezid.log.length;
    const collection = await makeCollection(scene.db);
    const batchId = await makeBatch(scene.db, collection);
    const jobId = await makeJob(scene.db, batchId, "Processing");
    await scene.ports.working.prepare(jobId);
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed" });
    expect(await scene.minted(jobId)).toMatchObject({ minter: "local", status: "public" });
    expect(callsSince(start)).toEqual([]);
  });
});

describe("EZID refuses", () => {
  it("to mint: the job fails with EZID's words, and goes on once it is resumed", async () => {
    const jobId = await scene.job();
    scene.ezid.control({
      fault: "answer",
      on: "mint",
      httpStatus: 400,
      body: "error: bad request - no such shoulder",
    });
    expect(await scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorCode: "identifier_service_failed",
      errorMessage: expect.stringContaining("bad request - no such shoulder"),
      lastSuccessfulState: "Downloading",
    });
    expect(await scene.minted(jobId)).toBeNull();
    expect(await scene.told(jobId)).toEqual([]);
    await scene.db.job.update({ where: { id: jobId }, data: { state: "Processing", stateAt: new Date() } });
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed" });
  });

  it("to publish: the job fails in Recording, and goes on once it is resumed", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "answer", on: "update", httpStatus: 401, body: "error: unauthorized" });
    const failed = await scene.work(jobId);
    expect(failed).toMatchObject({
      state: "Failed",
      errorCode: "identifier_service_failed",
      errorMessage: expect.stringContaining("unauthorized"),
      lastSuccessfulState: "Processing",
    });
    expect(await scene.minted(jobId)).toMatchObject({ ark: failed.ark, status: "reserved" });
    expect(await scene.db.objectVersion.count({ where: { jobId } })).toBe(0);
    const start = scene.ezid.log.length;
    await scene.db.job.update({ where: { id: jobId }, data: { state: "Recording", stateAt: new Date() } });
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed", ark: failed.ark });
    expect(callsSince(start)).toEqual(["update success: ARK"]);
    expect(await scene.minted(jobId)).toMatchObject({ status: "public" });
  });

  it("what it minted must be an ARK of the shoulder", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "answer", on: "mint", httpStatus: 201, body: "success: doi:10.5072/FK2" });
    expect(await scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorMessage: expect.stringContaining('minted "doi:10.5072/FK2", which is no ARK below ark:/99999/fk4'),
    });
    expect(await scene.told(jobId)).toEqual(["job.identifier-unsure"]);
  });

  it("nothing, but mints what is in use here: no other object is written", async () => {
    const taken = await scene.work(await scene.job());
    const jobId = await scene.job();
    scene.ezid.control({ fault: "answer", on: "mint", httpStatus: 201, body: `success: ${taken.ark}` });
    expect(await scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorMessage: expect.stringContaining("which is in use here already"),
    });
    expect(await scene.minted(jobId)).toBeNull();
  });
});

describe("EZID is away", () => {
  it("the job waits as long as it says, tries again, and fails after all tries", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "busy", on: "mint", retryAfter: "90", times: 0 });
    const before = Date.now();
    const waiting = await scene.work(jobId);
    expect(waiting).toMatchObject({
      state: "Processing",
      waitCode: "identifier_unreachable",
      waitReason: expect.stringContaining("try 1 of 3: concurrency limit exceeded"),
      leaseOwner: null,
    });
    expect((waiting.dueAt?.getTime() ?? 0) - before).toBeGreaterThan(89_000);
    expect(await scene.work(jobId)).toMatchObject({ waitReason: expect.stringContaining("try 2 of 3") });
    expect(await scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorCode: "identifier_service_failed",
    });
    expect(await scene.minted(jobId)).toBeNull();
    await scene.db.job.update({ where: { id: jobId }, data: { state: "Processing", stateAt: new Date() } });
    expect(await scene.work(jobId)).toMatchObject({ waitReason: expect.stringContaining("try 1 of 3") });
    scene.ezid.control({ clear: "all" });
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed", waitCode: null });
    expect(await scene.told(jobId)).toEqual([]);
  });

  it("while publishing: the job waits in Recording", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "answer", on: "update", httpStatus: 502, body: "", times: 2 });
    expect(await scene.work(jobId)).toMatchObject({ state: "Recording", waitCode: "identifier_unreachable" });
    expect(await scene.work(jobId)).toMatchObject({ state: "Recording" });
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed" });
  });

  it("and loses the answer to a mint: one is left reserved there, which the timeline says", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "drop-after", on: "mint" });
    expect(await scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitCode: "identifier_unreachable",
    });
    expect(await scene.told(jobId)).toEqual(["job.identifier-unsure"]);
    const job = await scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    const left = [...scene.ezid.records].filter(
      ([ark, record]) => record.get("waybill.job") === jobId && ark !== job.ark,
    );
    expect(left.map(([, record]) => record.get("_status"))).toEqual(["reserved"]);
  });

  it("and has lost a reserved ARK meanwhile: it is made anew under its name", async () => {
    const jobId = await scene.job();
    scene.ezid.control({
      fault: "answer",
      on: "update",
      httpStatus: 400,
      body: "error: bad request - no such identifier",
    });
    const start = scene.ezid.log.length;
    const job = await scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(callsSince(start)).toEqual(["mint success: ARK", "update (answer)", "create success: ARK"]);
    expect(scene.ezid.log.at(-1)?.path).toBe(`/id/${job.ark}?update_if_exists=yes`);
  });
});

describe("one job, two workers", () => {
  it("a worker that died while it asked leaves a trace, and the next one asks again", async () => {
    const jobId = await scene.job();
    await scene.db.mintedArk.create({ data: { jobId, minter: "ezid", status: "asked" } });
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed" });
    expect(await scene.told(jobId)).toEqual(["job.identifier-unsure"]);
  });

  it("a worker that lost the job while it asked removes what it got", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "slow", on: "mint", ms: 1_000 });
    const minted = scene.ezid.minted().length;
    const late = scene.work(jobId).catch((error: unknown) => error);
    while (!(await scene.minted(jobId))) await new Promise((resolve) => setTimeout(resolve, 10));
    const job = await scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(await late).toMatchObject({ code: expect.stringMatching(/lease_lost|stale_state/) });
    const [first, second, ...more] = scene.ezid.minted().slice(minted);
    expect(more).toEqual([]);
    expect([first, second].filter((ark) => scene.ezid.records.has(ark ?? ""))).toEqual([job.ark]);
    expect(await scene.minted(jobId)).toMatchObject({ ark: job.ark, status: "public" });
  });
});

describe("names of Waybill's own", () => {
  const own = { ezidNames: "own" } as const;

  it("are reserved, published, and asked for again when the answer was lost", async () => {
    const jobId = await scene.job("Processing", {}, own);
    scene.ezid.control({ fault: "drop-after", on: "create" });
    const start = scene.ezid.log.length;
    expect(await scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitCode: "identifier_unreachable",
    });
    const job = await scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(callsSince(start)).toEqual([
      "create success: ARK",
      "create error: bad request - identifier already exists, cannot create",
      "view success: ARK",
      "update success: ARK",
    ]);
    const ofJob = [...scene.ezid.records].filter(([, record]) => record.get("waybill.job") === jobId);
    expect(ofJob.map(([ark]) => ark)).toEqual([job.ark]);
    expect(await scene.told(jobId)).toEqual([]);
  });

  it("leave alone what is somebody else's", async () => {
    const jobId = await scene.job("Processing", {}, own);
    const { id } = await scene.db.mintedArk.create({ data: { jobId, minter: "ezid", status: "asked" } });
    const foreign = mintArk({ naan: "99999", shoulder: "fk4" }, id);
    const call = { deadline: performance.now() + 5_000, signal: new AbortController().signal };
    await scene.ports.identifiers?.create(foreign, [["waybill.job", "jid-of-another"]], call);
    expect(await scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitReason: expect.stringContaining(`${foreign} is somebody else's`),
    });
    const job = await scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(job.ark).not.toBe(foreign);
    expect(scene.ezid.records.get(foreign)?.get("waybill.job")).toBe("jid-of-another");
  });
});

describe("places", () => {
  it("all taken: the job waits without a call, and goes on when their time is over", async () => {
    await scene.takeAllSlots();
    const jobId = await scene.job();
    const start = scene.ezid.log.length;
    expect(await scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitCode: "identifier_busy",
      leaseOwner: null,
    });
    expect(callsSince(start)).toEqual([]);
    await scene.db.slot.update({
      where: { name_number: { name: "ezid", number: 3 } },
      data: { until: new Date(0), holder: randomUUID() },
    });
    expect(await scene.work(jobId)).toMatchObject({ state: "Completed" });
  });

  it("a call without an answer keeps its place, for EZID may be at it still", async () => {
    const jobId = await scene.job();
    scene.ezid.control({ fault: "drop-after", on: "mint" });
    await scene.work(jobId);
    const held = await scene.db.slot.findMany({ where: { holder: { not: null } } });
    expect(held).toHaveLength(1);
    expect(held[0]?.until?.getTime()).toBeGreaterThan(Date.now() + 1_000);
  });

  it("no more than four calls at a time", async () => {
    const jobs: string[] = [];
    while (jobs.length < 12) jobs.push(await scene.job());
    scene.ezid.control({ fault: "slow", ms: 100, times: 0 });
    const busy = scene.ezid.log.length;
    await Promise.all(
      jobs.map(async (jobId) => {
        while ((await scene.work(jobId)).state !== "Completed");
      }),
    );
    expect(scene.ezid.mostAtOnce).toBeLessThanOrEqual(4);
    expect(callsSince(busy).filter((call) => call.includes("error"))).toEqual([]);
  });
});

it("without EZID_URL the job fails with what is missing", async () => {
  const { ctx, ports } = scene;
  const jobId = await scene.job();
  await workJob(
    ctx,
    { ...ports, identifiers: undefined },
    { jobId, fence: 0n, kills: 0, signal: new AbortController().signal },
  );
  expect(await scene.db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
    state: "Failed",
    errorCode: "identifier_service_failed",
    errorMessage: expect.stringContaining("EZID_URL is not set"),
  });
});

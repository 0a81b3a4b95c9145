import { describe, expect, it } from "vitest";
import { ezidTests } from "../../tests/factories/ezid-tests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { workJob } from "../job/work.ts";

const tests = ezidTests();

describe("a job of a collection that mints at EZID", () => {
  it("has an ARK that is reserved before it is stored, and public once it is recorded", async () => {
    const start = tests.scene.ezid.log.length;
    const jobId = await tests.scene.job("Processing", { creator: "Ada", date: "1843", localIds: ["loc-1"] });
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed", ark: expect.stringMatching(/^ark:\/99999\/fk4/) });
    expect(await tests.scene.minted(jobId)).toMatchObject({ ark: job.ark, minter: "ezid", status: "public" });
    expect(tests.callsSince(start)).toEqual(["mint success: ARK", "update success: ARK"]);
    expect(Object.fromEntries(tests.scene.ezid.records.get(job.ark ?? "") ?? [])).toEqual({
      _owner: "waybill",
      _profile: "erc",
      _status: "public",
      _export: "yes",
      _target: `https://example.org/o/${job.ark}`,
      "erc.who": "Ada",
      "erc.what": "A map",
      "erc.when": "1843",
      "erc.where": `${job.ark} ; loc-1`,
      "waybill.job": jobId,
    });
    expect(await tests.scene.db.storedObject.findUnique({ where: { ark: job.ark ?? "" } })).toMatchObject({
      version: 1,
    });
    expect(await tests.scene.db.slot.findMany({ where: { holder: { not: null } } })).toEqual([]);
  });

  it("asks for none when its local id leads to an object", async () => {
    const first = await tests.scene.work(await tests.scene.job("Processing", { localIds: ["known"] }));
    const start = tests.scene.ezid.log.length;
    const second = await tests.scene.job("Processing", { localIds: ["known"] });
    expect(await tests.scene.work(second)).toMatchObject({ state: "Completed", ark: first.ark });
    expect(tests.callsSince(start)).toEqual([]);
    expect(await tests.scene.minted(second)).toBeNull();
  });

  it("that takes over an object another one had reserved makes that one's ARK public", async () => {
    const first = await tests.scene.job("Failed");
    const ark = await tests.scene.reserve(first, { localId: "shared" });
    expect(
      await tests.scene.work(await tests.scene.job("Processing", { localIds: ["shared"] })),
    ).toMatchObject({
      state: "Completed",
      ark,
    });
    expect(await tests.scene.minted(first)).toMatchObject({ ark, status: "public" });
    expect(tests.scene.ezid.records.get(ark)?.get("_status")).toBe("public");
  });

  it("does not ask when Waybill mints itself", async () => {
    const start = tests.scene.ezid.log.length;
    const collection = await makeCollection(tests.scene.db);
    const batchId = await makeBatch(tests.scene.db, collection);
    const jobId = await makeJob(tests.scene.db, batchId, "Processing");
    await tests.scene.ports.working.prepare(jobId);
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed" });
    expect(await tests.scene.minted(jobId)).toMatchObject({ minter: "local", status: "public" });
    expect(tests.callsSince(start)).toEqual([]);
  });
});

describe("EZID refuses", () => {
  it("to mint: the job fails with EZID's words, and goes on once it is resumed", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({
      fault: "answer",
      on: "mint",
      httpStatus: 400,
      body: "error: bad request - no such shoulder",
    });
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorCode: "identifier_service_failed",
      errorMessage: expect.stringContaining("bad request - no such shoulder"),
      lastSuccessfulState: "Downloading",
    });
    expect(await tests.scene.minted(jobId)).toBeNull();
    expect(await tests.scene.told(jobId)).toEqual([]);
    await tests.scene.db.job.update({
      where: { id: jobId },
      data: { state: "Processing", stateAt: new Date() },
    });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed" });
  });

  it("to publish: the job fails in Recording, and goes on once it is resumed", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({ fault: "answer", on: "update", httpStatus: 401, body: "error: unauthorized" });
    const failed = await tests.scene.work(jobId);
    expect(failed).toMatchObject({
      state: "Failed",
      errorCode: "identifier_service_failed",
      errorMessage: expect.stringContaining("unauthorized"),
      lastSuccessfulState: "Processing",
    });
    expect(await tests.scene.minted(jobId)).toMatchObject({ ark: failed.ark, status: "reserved" });
    expect(await tests.scene.db.objectVersion.count({ where: { jobId } })).toBe(0);
    const start = tests.scene.ezid.log.length;
    await tests.scene.db.job.update({
      where: { id: jobId },
      data: { state: "Recording", stateAt: new Date() },
    });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed", ark: failed.ark });
    expect(tests.callsSince(start)).toEqual(["update success: ARK"]);
    expect(await tests.scene.minted(jobId)).toMatchObject({ status: "public" });
  });

  it("what it minted must be an ARK of the shoulder", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({
      fault: "answer",
      on: "mint",
      httpStatus: 201,
      body: "success: doi:10.5072/FK2",
    });
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorMessage: expect.stringContaining('minted "doi:10.5072/FK2", which is no ARK below ark:/99999/fk4'),
    });
    expect(await tests.scene.told(jobId)).toEqual(["job.identifier-unsure"]);
  });

  it("nothing, but answers with what is another job's: that is left alone, and another one asked for", async () => {
    for (const state of ["public", "reserved"] as const) {
      const otherId = await tests.scene.job();
      const ark =
        state === "public"
          ? (await tests.scene.work(otherId)).ark
          : await tests.scene.reserve(otherId, { localId: "reserved-by-another" });
      const jobId = await tests.scene.job();
      tests.scene.ezid.control({ fault: "answer", on: "mint", httpStatus: 201, body: `success: ${ark}` });
      const job = await tests.scene.work(jobId);
      expect(job.state).toBe("Completed");
      expect(job.ark).not.toBe(ark);
      expect(await tests.scene.told(jobId)).toEqual(["job.identifier-passed-over"]);
      expect(await tests.scene.minted(otherId)).toMatchObject({ ark, status: state });
      expect(tests.scene.ezid.records.get(ark ?? "")?.get("_status")).toBe(state);
    }
  });
});

describe("EZID is away", () => {
  it("the job waits as long as it says, tries again, and fails after all tries", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({ fault: "busy", on: "mint", retryAfter: "90", times: 0 });
    const before = Date.now();
    const waiting = await tests.scene.work(jobId);
    expect(waiting).toMatchObject({
      state: "Processing",
      waitCode: "identifier_unreachable",
      waitReason: expect.stringContaining(
        "Try 1 of 3 at the identifier service failed: concurrency limit exceeded",
      ),
      leaseOwner: null,
    });
    expect((waiting.dueAt?.getTime() ?? 0) - before).toBeGreaterThan(89_000);
    expect(await tests.scene.work(jobId)).toMatchObject({
      waitReason: expect.stringContaining("Try 2 of 3"),
    });
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Failed",
      errorCode: "identifier_service_failed",
    });
    expect(await tests.scene.minted(jobId)).toBeNull();
    await tests.scene.db.job.update({
      where: { id: jobId },
      data: { state: "Processing", stateAt: new Date() },
    });
    expect(await tests.scene.work(jobId)).toMatchObject({
      waitReason: expect.stringContaining("Try 1 of 3"),
    });
    tests.scene.ezid.control({ clear: "all" });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed", waitCode: null });
    expect(await tests.scene.told(jobId)).toEqual([]);
  });

  it("while publishing: the job waits in Recording", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({ fault: "answer", on: "update", httpStatus: 502, body: "", times: 2 });
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Recording",
      waitCode: "identifier_unreachable",
    });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Recording" });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed" });
  });

  it("and loses the answer to a mint: one is left reserved there, which the timeline says", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({ fault: "drop-after", on: "mint" });
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitCode: "identifier_unreachable",
    });
    expect(await tests.scene.told(jobId)).toEqual(["job.identifier-unsure"]);
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    const left = [...tests.scene.ezid.records].filter(
      ([ark, record]) => record.get("waybill.job") === jobId && ark !== job.ark,
    );
    expect(left.map(([, record]) => record.get("_status"))).toEqual(["reserved"]);
  });

  it("and has lost a reserved ARK meanwhile: it is made anew under its name", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({
      fault: "answer",
      on: "update",
      httpStatus: 400,
      body: "error: bad request - no such identifier",
    });
    const start = tests.scene.ezid.log.length;
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(tests.callsSince(start)).toEqual(["mint success: ARK", "update (answer)", "create success: ARK"]);
    expect(tests.scene.ezid.log.at(-1)?.path).toBe(`/id/${job.ark}?update_if_exists=yes`);
  });
});

describe("one job, two workers", () => {
  it("a worker that died while it asked leaves a trace, and the next one asks again", async () => {
    const jobId = await tests.scene.job();
    await tests.scene.db.mintedArk.create({ data: { jobId, minter: "ezid", status: "asked" } });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed" });
    expect(await tests.scene.told(jobId)).toEqual(["job.identifier-unsure"]);
  });

  it("a worker that lost the job while it asked removes what it got", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({ fault: "slow", on: "mint", ms: 1_000 });
    const minted = tests.scene.ezid.minted().length;
    const late = tests.scene.work(jobId).catch((error: unknown) => error);
    while (!(await tests.scene.minted(jobId))) await new Promise((resolve) => setTimeout(resolve, 10));
    const job = await tests.scene.work(jobId);
    await expect(job).toMatchObject({ state: "Completed" });
    expect(await late).toMatchObject({ code: expect.stringMatching(/lease_lost|stale_state/) });
    const [first, second, ...more] = tests.scene.ezid.minted().slice(minted);
    expect(more).toEqual([]);
    expect([first, second].filter((ark) => tests.scene.ezid.records.has(ark ?? ""))).toEqual([job.ark]);
    expect(await tests.scene.minted(jobId)).toMatchObject({ ark: job.ark, status: "public" });
  });
});

it("without EZID_URL the job fails with what is missing", async () => {
  const { ctx, ports } = tests.scene;
  const jobId = await tests.scene.job();
  await workJob(
    ctx,
    { ...ports, identifiers: undefined },
    { jobId, fence: 0n, kills: 0, signal: new AbortController().signal },
  );
  expect(await tests.scene.db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
    state: "Failed",
    errorCode: "identifier_service_failed",
    errorMessage: expect.stringContaining("EZID_URL is not set"),
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import { ezidTests } from "../../tests/factories/ezid-tests.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { openMinter } from "../../tests/servers/fake-ezid/minter.ts";

const tests = ezidTests();

describe("names of Waybill's own", () => {
  const own = { ezidNames: "own" } as const;

  it("are reserved, published, and asked for again when the answer was lost", async () => {
    const jobId = await tests.scene.job("Processing", {}, own);
    tests.scene.ezid.control({ fault: "drop-after", on: "create" });
    const start = tests.scene.ezid.log.length;
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitCode: "identifier_unreachable",
    });
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(tests.callsSince(start)).toEqual([
      "create success: ARK",
      "create error: bad request - identifier already exists, cannot create",
      "view success: ARK",
      "update success: ARK",
    ]);
    const ofJob = [...tests.scene.ezid.records].filter(([, record]) => record.get("waybill.job") === jobId);
    expect(ofJob.map(([ark]) => ark)).toEqual([job.ark]);
    expect(await tests.scene.told(jobId)).toEqual([]);
  });

  it("leave alone what is somebody else's", async () => {
    const jobId = await tests.scene.job("Processing", {}, own);
    const { id } = await tests.scene.db.mintedArk.create({
      data: { jobId, minter: "ezid", status: "asked" },
    });
    const foreign = mintArk({ naan: "99999", shoulder: "fk4" }, id);
    const call = { deadline: performance.now() + 5_000, signal: new AbortController().signal };
    await tests.scene.ports.identifiers?.create(foreign, [["waybill.job", "jid-of-another"]], call);
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitReason: expect.stringContaining(`${foreign} belongs to somebody else`),
    });
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(job.ark).not.toBe(foreign);
    expect(tests.scene.ezid.records.get(foreign)?.get("waybill.job")).toBe("jid-of-another");
  });
});

describe("an ARK that is in use here already", () => {
  /** An object of another collection, deposited with an ARK of its own. */
  const squat = async (ark: string) =>
    makeObject(tests.scene.db, await makeCollection(tests.scene.db), { ark });

  it.each([
    [
      "minted by EZID: it is removed there and the next ones are asked for",
      undefined,
      [...Array(3).fill(["mint", "view", "delete"]).flat(), "mint", "update"],
    ],
    ["a name of Waybill's own: EZID is not asked for it", "own", ["create", "update"]],
  ] as const)("is passed over, %s", async (_, ezidNames, acts) => {
    const { db, ezid } = tests.scene;
    const squatted = ezidNames === "own" ? await nextOwn(3) : await nextOfService(3);
    for (const ark of squatted) await squat(ark);
    const jobId = await tests.scene.job("Processing", {}, ezidNames && { ezidNames });
    const start = ezid.log.length;
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed", errorMessage: null });
    expect(squatted).not.toContain(job.ark);
    expect(await db.objectVersion.findMany({ where: { jobId } })).toMatchObject([{ version: 1 }]);
    expect(ezid.log.slice(start).map(({ act }) => act)).toEqual(acts);
    for (const ark of squatted) expect(ezid.records.has(ark)).toBe(false);
    expect(await tests.scene.told(jobId)).toEqual(Array(3).fill("job.identifier-passed-over"));
  });

  it("is given up when it was the job's own, and the timeline says so", async () => {
    const { db, ezid } = tests.scene;
    const [jobId, second] = [await tests.scene.job("Failed"), await tests.scene.job("Failed")];
    const ark = await tests.scene.reserve(jobId, { localId: "taken meanwhile" });
    const object = await db.storedObject.update({ where: { ark }, data: { version: 1 } });
    await db.objectVersion.create({
      data: {
        id: randomUUID(),
        objectId: object.id,
        version: 1,
        jobId: second,
        batchId: "bid-of-another",
        fileCount: 0,
        sizeBytes: 0,
        inventorySha256: "",
        submitter: "Ada",
      },
    });
    await db.job.update({ where: { id: jobId }, data: { state: "Processing", stateAt: new Date() } });
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(job.ark).not.toBe(ark);
    expect(await db.event.findMany({ where: { jobId, kind: "job.identifier-passed-over" } })).toMatchObject([
      {
        batchId: job.batchId,
        reason: `One minted ARK was in use here already, the job's own ${ark} among them. The object gets the next one.`,
      },
    ]);
    // it belongs to the other one now, and a mint that returns it again is skipped
    expect(await db.mintedArk.findUnique({ where: { ark } })).toMatchObject({ jobId: null });
    const third = await tests.scene.job();
    ezid.control({ fault: "answer", on: "mint", httpStatus: 201, body: `success: ${ark}` });
    await db.objectVersion.deleteMany({ where: { objectId: object.id } });
    await db.localId.deleteMany({ where: { objectId: object.id } });
    await db.storedObject.delete({ where: { ark } });
    expect(await tests.scene.work(third)).toMatchObject({ state: "Completed", errorMessage: null });
    expect(await tests.scene.told(third)).toEqual(["job.identifier-passed-over"]);
  });

  async function nextOwn(count: number): Promise<string[]> {
    const [row] = await tests.scene.db.$queryRaw<{ next: bigint }[]>`
      SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM minted_ark_id_seq`;
    const at = (number: number) =>
      mintArk({ naan: "99999", shoulder: "fk4" }, (row?.next ?? 0n) + BigInt(number));
    return Array.from({ length: count }, (_, number) => at(number));
  }

  /** EZID's minters are public programs: the names after a given one can be predicted. */
  async function nextOfService(count: number): Promise<string[]> {
    const call = { deadline: performance.now() + 5_000, signal: new AbortController().signal };
    const last = await tests.scene.ports.identifiers?.mint("ark:/99999/fk4", [["_status", "reserved"]], call);
    if (last?.kind !== "done") throw new Error("nothing was minted");
    const mint = openMinter("ark:/99999/fk4");
    while (mint() !== last.identifier);
    return Array.from({ length: count }, () => mint());
  }
});

describe("places", () => {
  it("all taken: the job waits without a call, and goes on when their time is over", async () => {
    await tests.scene.takeAllSlots();
    const jobId = await tests.scene.job();
    const start = tests.scene.ezid.log.length;
    expect(await tests.scene.work(jobId)).toMatchObject({
      state: "Processing",
      waitCode: "identifier_busy",
      leaseOwner: null,
    });
    expect(tests.callsSince(start)).toEqual([]);
    await tests.scene.db.slot.update({
      where: { name_number: { name: "ezid", number: 3 } },
      data: { until: new Date(0), holder: randomUUID() },
    });
    expect(await tests.scene.work(jobId)).toMatchObject({ state: "Completed" });
  });

  it("a call without an answer keeps its place, for EZID may be at it still", async () => {
    const jobId = await tests.scene.job();
    tests.scene.ezid.control({ fault: "drop-after", on: "mint" });
    await tests.scene.work(jobId);
    const held = await tests.scene.db.slot.findMany({ where: { holder: { not: null } } });
    expect(held).toHaveLength(1);
    expect(held[0]?.until?.getTime()).toBeGreaterThan(Date.now() + 1_000);
  });

  it("no more than four calls at a time", async () => {
    const jobs: string[] = [];
    while (jobs.length < 12) jobs.push(await tests.scene.job());
    tests.scene.ezid.control({ fault: "slow", ms: 100, times: 0 });
    const busy = tests.scene.ezid.log.length;
    await Promise.all(
      jobs.map(async (jobId) => {
        while ((await tests.scene.work(jobId)).state !== "Completed");
      }),
    );
    expect(tests.scene.ezid.mostAtOnce).toBeLessThanOrEqual(4);
    expect(tests.callsSince(busy).filter((call) => call.includes("error"))).toEqual([]);
  });
});

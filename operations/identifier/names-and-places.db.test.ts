import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import { ezidTests } from "../../tests/factories/ezid-tests.ts";

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
      waitReason: expect.stringContaining(`${foreign} is somebody else's`),
    });
    const job = await tests.scene.work(jobId);
    expect(job).toMatchObject({ state: "Completed" });
    expect(job.ark).not.toBe(foreign);
    expect(tests.scene.ezid.records.get(foreign)?.get("waybill.job")).toBe("jid-of-another");
  });
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

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { execute } from "../../scripts/db/database.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeFile } from "../../tests/factories/make-file.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makeMail } from "../../tests/factories/make-mail.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeReport } from "../../tests/factories/make-report.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getBatch } from "./get.ts";

let test: TestContext;
let maps: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db, { slug: "maps", name: "Maps" });
});

afterAll(() => test.end());

describe("getBatch", () => {
  it("shows a batch with everything around it", async () => {
    const { db } = test.ctx;
    const lane = await db.lane.findUniqueOrThrow({ where: { id: maps.laneId } });
    const id = await makeBatch(db, maps, "Failed", {
      createdAt: new Date("2026-01-01T00:00:00Z"),
      submissionStatus: "Invalid",
    });
    const done = await makeJob(db, id, "Completed");
    await makeFile(db, done, { size: 100n, declaredSize: 100n, verifiedAt: new Date() });
    await makeFile(db, done, { size: 20n, verifiedAt: new Date() });
    const failed = await makeJob(db, id, "Failed");
    await makeFile(db, failed, { declaredSize: 1000n, estimatedSize: 999n });
    await makeFile(db, failed, { estimatedSize: 5n });
    await makeFile(db, failed);
    const reportId = await makeReport(db, id, { "failed.json": "{}", "completed.json": "[]" });
    const mailId = await makeMail(db, { batchId: id, reportId });

    const view = await getBatch(test.ctx, id);
    expect(view).toEqual({
      id,
      collection: "maps",
      collectionName: "Maps",
      state: "Failed",
      stateAt: "2026-01-01T00:00:00.000Z",
      createdAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-01-01T00:00:00.000Z",
      submitter: "Ada Depositor",
      kind: "SingleFile",
      title: "A map",
      filename: "map.tif",
      jobs: { Completed: 1, Failed: 1 },
      waiting: {},
      waits: null,
      lane: "lane-maps",
      laneSeq: lane.nextSeq.toString(),
      position: null,
      submissionStatus: "Invalid",
      payloadSize: "3",
      payloadSha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      profileVersion: 1,
      whereIsIt: "1 of 2 objects is stored, 1 failed: see what to do.",
      whereIsItPieces: ["1 of 2 objects is stored, 1 failed: see what to do."],
      held: null,
      holdAct: null,
      waitReason: null,
      stopped: null,
      fault: null,
      bytes: { done: "120", total: "1125" },
      expanded: true,
      warnings: { jobs: 0, warnings: 0, listed: [] },
      reports: [
        {
          number: 1,
          outcome: "OK",
          createdAt: expect.any(String),
          mailId,
          mailStatus: "Sent",
          attachments: [
            { filename: "completed.json", size: "2" },
            { filename: "failed.json", size: "2" },
          ],
        },
      ],
      may: {
        updateReport: true,
        resume: true,
        cancel: false,
        delete: true,
        setPriority: false,
        decide: false,
      },
      statusUrl: `https://waybill.example.org/batches/${id}`,
    });
  });

  it("says how many deposits of the lane come first; ended ones do not count", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    for (const state of [
      "Completed",
      "Failed",
      "Deleted",
      "UpdateReporting",
      "Processing",
      "Held",
    ] as const) {
      await makeBatch(db, collection, state);
    }
    const id = await makeBatch(db, collection, "Pending");
    await makeBatch(db, collection, "Pending");
    await makeBatch(db, maps, "Pending");
    const { whereIsIt, expanded } = await getBatch(test.ctx, id);
    // the Processing one has no job; the Held one is a file of 3 bytes without a job yet
    expect(whereIsIt).toContain(
      "Waiting in line: 2 deposits before yours in this lane, with 1 object and 3 B to go.",
    );
    expect(expanded).toBe(false);
  });

  it("names who holds it and why", async () => {
    const held = { at: new Date("2026-01-31T14:32:05Z"), by: "Olga", reason: "disks are moved" };
    const collection = await makeCollection(test.ctx.db, { held });
    const id = await makeBatch(test.ctx.db, collection, "Held");
    expect((await getBatch(test.ctx, id)).whereIsIt).toBe(
      "Held by Olga since 2026-01-31 14:32 UTC: disks are moved.",
    );
  });

  it("shows what went wrong with its places", async () => {
    const problems = [{ line: 7, code: "size_missing", message: "Line 7 has no size." }];
    const fault = { errorCode: "manifest_invalid", errorMessage: "The manifest has 1 problem.", problems };
    const id = await makeBatch(test.ctx.db, maps, "Failed", fault);
    const view = await getBatch(test.ctx, id);
    expect(view.fault).toEqual({
      code: "manifest_invalid",
      message: "The manifest has 1 problem.",
      who: "depositor",
      problems,
    });
    expect(view.may.resume).toBe(false);
  });

  it("shares the bytes of a large batch for 5 s while it moves, and is exact once it has ended", async () => {
    const { db } = test.ctx;
    const id = await makeBatch(db, maps, "Processing");
    await execute(
      test.url,
      `INSERT INTO job (id, batch_id, ordinal, payload, filename, priority, submitter)
        SELECT '${id}-' || n, '${id}', n, 'file', 'x', 50, 'x' FROM generate_series(1, 5001) AS n`,
    );
    const at = (iso: string) => ({ ...test.ctx, now: () => new Date(iso) });
    const totalAt = async (iso: string) => (await getBatch(at(iso), id)).bytes.total;
    expect(await totalAt("2026-01-01T00:00:00Z")).toBe("0");
    await makeFile(db, `${id}-1`, { declaredSize: 7n });
    expect(await totalAt("2026-01-01T00:00:04Z")).toBe("0");
    expect(await totalAt("2026-01-01T00:00:05Z")).toBe("7");
    await makeFile(db, `${id}-1`, { declaredSize: 5n });
    expect(await totalAt("2026-01-01T00:00:06Z")).toBe("7");
    await db.batch.update({ where: { id }, data: { state: "Completed", endedAt: new Date() } });
    expect(await totalAt("2026-01-01T00:00:07Z")).toBe("12");
  });

  it("lets nobody resume a payload that cannot be trusted", async () => {
    const id = await makeBatch(test.ctx.db, maps, "Failed");
    await makeJob(test.ctx.db, id, "Failed", { payloadTrusted: false });
    expect((await getBatch(test.ctx, id)).may).toEqual({
      updateReport: true,
      resume: false,
      cancel: false,
      delete: true,
      setPriority: false,
      decide: false,
    });
  });

  it.each([
    [
      "admin",
      { updateReport: true, resume: true, cancel: false, delete: true, setPriority: false, decide: false },
    ],
    [
      "operator",
      { updateReport: true, resume: true, cancel: false, delete: true, setPriority: false, decide: false },
    ],
    [
      "depositor",
      { updateReport: false, resume: true, cancel: false, delete: false, setPriority: false, decide: false },
    ],
    [
      "viewer",
      { updateReport: false, resume: false, cancel: false, delete: false, setPriority: false, decide: false },
    ],
  ] as const)("says what a %s may do with it", async (role, may) => {
    const id = await makeBatch(test.ctx.db, maps, "Failed");
    await makeJob(test.ctx.db, id, "Failed");
    const person = await makePerson(test.ctx.db, role, [maps]);
    expect((await getBatch(test.as(person), id)).may).toEqual(may);
  });

  it("does not tell a foreign batch from one that is not there", async () => {
    const id = await makeBatch(test.ctx.db, maps, "Completed");
    const stranger = test.as(await makePerson(test.ctx.db, "depositor", [await makeCollection(test.ctx.db)]));
    const errors = await Promise.all(
      [id, "bid-00000000-0000-4000-8000-000000000000", "", "'; --"].map((wanted) =>
        getBatch(stranger, wanted).catch(({ code, message }) => ({ code, message })),
      ),
    );
    const [first] = errors;
    expect(first).toMatchObject({ code: "not_found" });
    expect(errors).toEqual([first, first, first, first]);
  });
});

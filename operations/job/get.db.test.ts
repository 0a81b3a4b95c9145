import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileQuery } from "../../core/contracts/requests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeFile } from "../../tests/factories/make-file.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getJob } from "./get.ts";
import { listJobFiles } from "./list-files.ts";

let test: TestContext;
let maps: MadeCollection;
let batchId: string;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db, { slug: "maps", name: "Maps" });
  batchId = await makeBatch(test.ctx.db, maps, "Failed");
});

afterAll(() => test.end());

const SECRET = "hunter2";

describe("getJob", () => {
  it("shows a job with its files counted and nothing secret", async () => {
    const { db } = test.ctx;
    const id = await makeJob(db, batchId, "Failed", {
      payload: "manifest",
      payloadUrl: `https://ada:${SECRET}@files.example.org/a.checkm?X-Amz-Signature=${SECRET}`,
      workingDirectory: "jobs/x",
      lastSuccessfulState: "Downloading",
      spaceNeeded: 5_000_000_000n,
      spaceReserved: 5_000_000_001n,
      creator: "Mercator",
      date: "1569",
      retryCount: 2,
      createdAt: new Date("2026-01-01T00:00:00Z"),
      stateAt: new Date("2026-01-02T00:00:00Z"),
      endedAt: new Date("2026-01-02T00:00:00Z"),
    });
    await makeFile(db, id, { size: 10n, verifiedAt: new Date() });
    await makeFile(db, id, { declaredSize: 5n });
    const job = await getJob(test.ctx, id);
    expect(job).toEqual({
      id,
      batchId,
      ordinal: 1,
      collection: "maps",
      collectionName: "Maps",
      held: null,
      holdAct: null,
      batchState: "Failed",
      batchWaits: null,
      state: "Failed",
      stateAt: "2026-01-02T00:00:00.000Z",
      createdAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-01-02T00:00:00.000Z",
      filename: "map-1.tif",
      title: null,
      creator: "Mercator",
      date: "1569",
      localIds: [],
      ark: null,
      waitCode: null,
      waitReason: null,
      waitPieces: null,
      fault: {
        code: "source_not_found",
        message: "The source has no such file.",
        who: "depositor",
        problems: [],
      },
      payload: "manifest",
      payloadUrl: expect.stringContaining("files.example.org/a.checkm"),
      lastSuccessfulState: "Downloading",
      retryCount: 2,
      priority: 50,
      submitter: "Ada Depositor",
      spaceNeeded: "5000000000",
      spaceReserved: "5000000001",
      files: { count: 2, verified: 1, bytes: "15", done: "10" },
      container: null,
      resumeAt: ["Processing", "Downloading"],
      may: { delete: true, forceFail: false, setPriority: false },
      objectId: null,
      made: null,
      identifier: null,
      embargoUntil: null,
      warnings: { count: 0, first: [] },
      record: {
        update: false,
        payloadVersion: 1,
        digest: null,
        workingDirectory: expect.any(String),
        resourceToProvision: null,
      },
    });
    expect(JSON.stringify(job)).not.toContain(SECRET);
  });

  it.each<[string, Parameters<typeof makeJob>[3], readonly string[]]>([
    ["without its folder", { workingDirectory: null, lastSuccessfulState: "Downloading" }, ["Downloading"]],
    ["whose payload was damaged", { payloadTrusted: false }, []],
    [
      "that got as far as Recording",
      { workingDirectory: "x", lastSuccessfulState: "Recording" },
      ["Notify", "Recording", "Processing", "Downloading"],
    ],
  ])("offers where a failed job %s can be resumed", async (_, given, resumeAt) => {
    const id = await makeJob(test.ctx.db, batchId, "Failed", given);
    expect((await getJob(test.ctx, id)).resumeAt).toEqual(resumeAt);
  });

  it("says what its batch waits for, which is not said to run then", async () => {
    const { db } = test.ctx;
    const begun = { submitted: true, submissionStatus: "Pending" } as const;
    const waiting = await makeBatch(db, maps, "Processing", begun);
    const full = { waitCode: "disk_full", waitReason: "A disk of Waybill's is full." };
    await makeJob(db, waiting, "Downloading", full);
    const next = await makeJob(db, waiting, "Pending");
    const waits = { code: "disk_full", who: "operator", jobs: 1, others: 0, reason: full.waitReason };
    expect(await getJob(test.ctx, next)).toMatchObject({ batchState: "Processing", batchWaits: waits });
    const stopped = await makeBatch(db, maps, "Processing", {
      ...begun,
      stoppedAt: new Date("2026-01-02T00:00:00Z"),
      waitReason: "Workers have died over it.",
    });
    const made = await makeJob(db, stopped, "Downloading");
    expect((await getJob(test.ctx, made)).batchWaits).toMatchObject({
      code: "worker_killed",
      who: "operator",
      reason: "Workers have died over it.",
    });
  });

  it("offers a viewer no resume", async () => {
    const id = await makeJob(test.ctx.db, batchId, "Failed");
    const viewer = test.as(await makePerson(test.ctx.db, "viewer"));
    expect((await getJob(viewer, id)).resumeAt).toEqual([]);
  });

  it("finds the object it wrote, or the one its ARK names in the same collection", async () => {
    const { db } = test.ctx;
    const wrote = await makeJob(db, batchId, "Completed");
    const object = await makeObject(db, maps, { jobId: wrote, ark: "ark:/99999/fk4one" });
    const again = await makeJob(db, batchId, "Failed", { ark: "ark:/99999/fk4one" });
    await makeObject(db, await makeCollection(db), { ark: "ark:/99999/fk4two" });
    const foreign = await makeJob(db, batchId, "Failed", { ark: "ark:/99999/fk4two" });
    const found = await Promise.all([wrote, again, foreign].map((id) => getJob(test.ctx, id)));
    expect(found.map(({ objectId }) => objectId)).toEqual([object, object, null]);
  });

  it("says how its ARK stands, asked for or had", async () => {
    const { db } = test.ctx;
    const asking = await makeJob(db, batchId, "Processing");
    await db.mintedArk.create({ data: { jobId: asking, minter: "ezid", status: "asked" } });
    const has = await makeJob(db, batchId, "Failed", { ark: "ark:/99999/fk4has" });
    // minted for an earlier job of the object
    await db.mintedArk.create({
      data: { jobId: "jid-earlier", ark: "ark:/99999/fk4has", minter: "ezid", status: "withdrawn" },
    });
    const given = await makeJob(db, batchId, "Failed", { ark: "ark:/12345/own" });
    const found = await Promise.all([asking, has, given].map((id) => getJob(test.ctx, id)));
    expect(found.map(({ identifier }) => identifier)).toEqual([
      { madeBy: "ezid", status: "asked" },
      { madeBy: "ezid", status: "unavailable" },
      { madeBy: "depositor", status: "unregistered" },
    ]);
  });

  it.each<[string, object, string | null]>([
    ["as it stored it", { embargoUntil: "2031-05-06T00:00:00.000Z" }, "2031-05-06T00:00:00.000Z"],
    ["none, as it stored it", { embargoUntil: null }, null],
    ["as the object has it", {}, "2090-01-01T00:00:00.000Z"],
  ])("tells the embargo: %s", async (_, stored, until) => {
    const { db } = test.ctx;
    const id = await makeJob(db, batchId, "Completed");
    const objectId = await makeObject(db, maps, { jobId: id });
    await db.storedObject.update({
      where: { id: objectId },
      data: { embargoUntil: new Date("2090-01-01T00:00:00Z") },
    });
    await db.stepResult.create({ data: { ownerId: id, step: "store", result: stored, fence: 0n } });
    expect((await getJob(test.ctx, id)).embargoUntil).toBe(until);
  });

  it("shows what was odd about its container: all counted, the first hundred of each check", async () => {
    const { db } = test.ctx;
    const id = await makeJob(db, batchId, "Completed", { payload: "container" });
    const warnings = (code: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ line: at, code, message: `${code} ${at}` }));
    const steps = {
      "check-container": { warnings: warnings("bag_star", 150), warningCount: 2_000 },
      "list-container": { warnings: warnings("entry_case_twin", 2) },
      store: { warnings: warnings("other", 1) },
    };
    for (const [step, result] of Object.entries(steps))
      await db.stepResult.create({ data: { ownerId: id, step, result, fence: 0n } });
    const { count, first } = (await getJob(test.ctx, id)).warnings;
    expect(count).toBe(2_002);
    expect(first).toHaveLength(102);
    expect(first[0]).toEqual({ line: 0, code: "entry_case_twin", message: "entry_case_twin 0" });
    expect(first.at(-1)).toEqual({ line: 99, code: "bag_star", message: "bag_star 99" });
  });

  it("does not tell a foreign job from one that is not there", async () => {
    const id = await makeJob(test.ctx.db, batchId);
    const stranger = test.as(await makePerson(test.ctx.db, "depositor"));
    for (const wanted of [id, "jid-00000000-0000-4000-8000-000000000000", "'"]) {
      await expect(getJob(stranger, wanted)).rejects.toMatchObject({
        code: "not_found",
        message: "There is no such job, or you cannot see it.",
      });
    }
  });
});

describe("listJobFiles", () => {
  it("lists files by place, page by page, without secrets", async () => {
    const { db } = test.ctx;
    const jobId = await makeJob(db, batchId, "Failed");
    await makeFile(db, jobId, {
      name: "a/地図.tif",
      url: `https://ada:${SECRET}@files.example.org/a.tif?token=${SECRET}`,
      digestType: "sha-256",
      digestValue: "ab12",
      declaredSize: 9_007_199_254_740_993n,
      attempts: 4,
      errorCode: "size_mismatch",
      errorMessage: "The file is shorter than declared.",
    });
    await makeFile(db, jobId, {
      url: null,
      size: 3n,
      sha256: "cd",
      mediaType: "image/tiff",
      verifiedAt: new Date(0),
    });
    const first = await listJobFiles(test.ctx, { jobId, ...FileQuery.parse({ limit: 1 }) });
    expect(first).toEqual({
      items: [
        {
          ordinal: 1,
          name: "a/地図.tif",
          url: expect.stringContaining("files.example.org/a.tif"),
          declaredSize: "9007199254740993",
          size: null,
          received: "0",
          digest: "sha-256:ab12",
          sha256: null,
          mediaType: null,
          declaredMediaType: null,
          warning: null,
          verifiedAt: null,
          attempts: 4,
          fault: {
            code: "size_mismatch",
            message: "The file is shorter than declared.",
            who: "depositor",
            problems: [],
          },
        },
      ],
      next: "1",
    });
    expect(JSON.stringify(first)).not.toContain(SECRET);
    const second = await listJobFiles(test.ctx, { jobId, ...FileQuery.parse({ limit: 1, cursor: "1" }) });
    expect(second).toMatchObject({
      items: [{ ordinal: 2, url: null, size: "3", verifiedAt: "1970-01-01T00:00:00.000Z", fault: null }],
      next: null,
    });
  });

  it("shows nobody a foreign job's files", async () => {
    const jobId = await makeJob(test.ctx.db, batchId);
    const stranger = test.as(await makePerson(test.ctx.db, "depositor"));
    await expect(listJobFiles(stranger, { jobId, ...FileQuery.parse({}) })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JobState } from "../../../core/job/states.ts";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeFile } from "../../../tests/factories/make-file.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { connect } from "../../client.ts";
import { filesPart } from "../file.ts";
import type { NewObjectClaim } from "../object/claim-new.ts";
import { versionPart } from "../object/record.ts";
import { type JobSteps, openJobSteps } from "./gathered.ts";
import type { PlainMove } from "./move-each.ts";

let test: TestContext;
let other: pg.Client;
let collection: MadeCollection;
let batchId: string;
let steps: JobSteps;
/** How many jobs each group had that failed. */
let failed: number[] = [];

beforeAll(async () => {
  test = await testContext();
  other = new pg.Client({ connectionString: test.url });
  await other.connect();
  collection = await makeCollection(test.ctx.db);
  batchId = await makeBatch(test.ctx.db, collection, "Processing");
  steps = openJobSteps(test.ctx.db, { onFailed: (_, jobs) => failed.push(jobs) });
});
afterAll(async () => {
  await other?.end();
  await test?.end();
});
beforeEach(() => {
  failed = [];
});
afterEach(() => other.query("ROLLBACK"));

const makeJobs = async (count: number, state: JobState = "Pending", fence = 3n) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeJob(test.ctx.db, batchId, state, { fence }));
  return ids;
};
const stateOf = async (id: string) => (await test.ctx.db.job.findUniqueOrThrow({ where: { id } })).state;
const eventsOf = async (jobId: string) => {
  const events = await test.ctx.db.event.findMany({ where: { jobId }, orderBy: { id: "asc" } });
  return events.map(({ from, to, collectionId }) => [from, to, collectionId === collection.id]);
};
const begun = (jobId: string, more: Partial<PlainMove> = {}): PlainMove => ({
  jobId,
  fence: 3n,
  from: "Estimating",
  to: "Provisioning",
  earlier: [{ from: "Pending", to: "Estimating" }],
  by: "worker",
  actor: "Waybill",
  ...more,
});
/** The move of a job whose one file, of so many bytes, has been brought. */
const brought = (jobId: string, size: number): PlainMove => {
  const facts = { ordinal: 1, size, sha256: `${size}`, mediaType: null, warning: null, attempts: 1 };
  return {
    jobId,
    fence: 3n,
    from: "Downloading",
    to: "Processing",
    by: "worker",
    actor: "Waybill",
    parts: [filesPart(jobId, [{ ...facts, errorCode: null, errorMessage: null }])],
  };
};
const codeOf = (error: { code?: string }) => error.code;

/** Locks a job's row until the test is over or `other` rolls back. */
async function lock(jobId: string | undefined): Promise<void> {
  await other.query("BEGIN");
  await other.query("SELECT FROM job WHERE id = $1 FOR UPDATE", [jobId]);
}

describe("moves that are asked for at the same time", () => {
  it("are each written with its events, its estimate and what it stored", async () => {
    const ids = await makeJobs(4);
    const all = ids.map((id, place) =>
      steps.move(
        begun(id, {
          ...(place > 0 && { spaceNeeded: BigInt(place) }),
          ...(place === 2 && { stored: { place } }),
        }),
      ),
    );
    expect((await Promise.all(all)).map(({ spaceNeeded }) => spaceNeeded)).toEqual([0n, 1n, 2n, 3n]);
    for (const id of ids)
      expect(await eventsOf(id)).toEqual([
        ["Pending", "Estimating", true],
        ["Estimating", "Provisioning", true],
      ]);
    const kept = await test.ctx.db.stepResult.findMany({ where: { ownerId: { in: ids } } });
    expect(kept.map(({ ownerId, result, fence }) => [ownerId, result, fence])).toEqual([
      [ids[2], { place: 2 }, 3n],
    ]);
    expect(failed).toEqual([]);
  });

  it("fail for those alone whose lease is lost, that somebody else has moved, or that are not there", async () => {
    const [first = "", lost = "", moved = "", last = ""] = await makeJobs(4);
    await test.ctx.db.job.update({ where: { id: lost }, data: { fence: 4n } });
    await test.ctx.db.job.update({ where: { id: moved }, data: { state: "Held" } });
    const all = [first, lost, moved, `jid-${randomUUID()}`, last].map((id) =>
      steps.move(begun(id)).then(({ state }) => state, codeOf),
    );
    expect(await Promise.all(all)).toEqual([
      "Provisioning",
      "stale_state",
      "stale_state",
      "stale_state",
      "Provisioning",
    ]);
    expect([await stateOf(lost), await stateOf(moved)]).toEqual(["Pending", "Held"]);
    expect(await eventsOf(lost)).toEqual([]);
    expect(failed).toEqual([]);
  });

  it("do not wait for a job that another transaction has locked", async () => {
    const [first = "", locked = "", last = ""] = await makeJobs(3);
    await lock(locked);
    const waiting = steps.move(begun(locked));
    await Promise.all([first, last].map((id) => steps.move(begun(id))));
    expect(await stateOf(locked)).toBe("Pending");
    await other.query("ROLLBACK");
    expect((await waiting).state).toBe("Provisioning");
  });

  it("go alone when what belongs to one of them is locked for too long, and do not fail with it", async () => {
    const impatient = connect(test.url, { max: 4, name: "test", lockMs: 300 });
    const ids = await makeJobs(3, "Downloading");
    for (const id of ids) await makeFile(impatient, id);
    const [first = "", locked = "", last = ""] = ids;
    await other.query("BEGIN");
    await other.query("SELECT FROM job_file WHERE job_id = $1 FOR UPDATE", [locked]);
    const openedSteps = openJobSteps(impatient, { onFailed: (_, jobs) => failed.push(jobs) });
    const moved = await Promise.all(
      ids.map((id) => openedSteps.move(brought(id, 1)).then(({ state }) => state, codeOf)),
    );
    await other.query("ROLLBACK");
    expect([moved[0], moved[2]]).toEqual(["Processing", "Processing"]);
    expect(moved[1]).not.toBe("Processing");
    expect(await Promise.all([first, locked, last].map(stateOf))).toEqual([
      "Processing",
      "Downloading",
      "Processing",
    ]);
    expect(failed.length).toBeGreaterThan(0);
    await impatient.$disconnect();
  });

  it("with what belongs to them: files and versions, each with its own job's", async () => {
    const { db } = test.ctx;
    const ids = await makeJobs(2, "Downloading");
    for (const id of ids) await makeFile(db, id);
    await Promise.all(ids.map((jobId, place) => steps.move(brought(jobId, place + 7))));
    const files = await db.jobFile.findMany({ where: { jobId: { in: ids } } });
    expect(ids.map((id) => files.find(({ jobId }) => jobId === id)?.size)).toEqual([7n, 8n]);
  });

  it("fail alone where one of them cannot be written, and the others are", async () => {
    const ids = await makeJobs(3, "Recording");
    const objects = await Promise.all(ids.map((jobId) => newObject(jobId)));
    const [first = ""] = objects;
    // the second one's version is that of an object which has it already
    const moves = ids.map((jobId, place) =>
      steps.move(recorded(jobId, place === 1 ? first : (objects[place] ?? ""))).then(
        ({ state }) => state,
        () => "refused",
      ),
    );
    const answers = await Promise.all(moves);
    expect(answers.filter((answer) => answer === "refused")).toHaveLength(1);
    expect(answers[2]).toBe("Completed");
    expect(failed).toEqual([3]);
    const versions = await test.ctx.db.objectVersion.findMany({
      where: { jobId: { in: ids } },
      include: { files: true, copies: true },
    });
    expect(versions).toHaveLength(2);
    // the copies each is to have are there with it
    for (const { copies } of versions)
      expect(copies.map(({ storage, state }) => `${storage} ${state}`).sort()).toEqual([
        "cloud Wanted",
        "vault Wanted",
      ]);
    expect(versions.map(({ files }) => files.length)).toEqual([1, 1]);
    expect(
      (await test.ctx.db.storedObject.findUniqueOrThrow({ where: { id: objects[2] ?? "" } })).busyJobId,
    ).toBeNull();
  });

  it("are none that the table does not have", async () => {
    const [id = ""] = await makeJobs(1);
    await expect(steps.move(begun(id, { to: "Completed" }))).rejects.toMatchObject({ code: "illegal_move" });
  });
});

/** An object that its job is writing. */
async function newObject(jobId: string): Promise<string> {
  const id = randomUUID();
  const data = { id, ark: `ark:/99999/${id}`, owner: "o", collectionId: collection.id, busyJobId: jobId };
  await test.ctx.db.storedObject.create({ data });
  return id;
}

function recorded(jobId: string, objectId: string): PlainMove {
  const version = {
    versionId: randomUUID(),
    objectId,
    version: 1,
    jobId,
    batchId,
    fence: 3n,
    fileCount: 1,
    sizeBytes: 3,
    inventorySha256: "0",
    submitter: "Ada",
    storage: "filesystem",
    root: "root",
    who: null,
    what: null,
    when: null,
    copies: ["vault", "cloud"],
    isLast: true,
  };
  const file = { ordinal: 1, path: "a", size: 3, sha256: "0", mediaType: null, contentPath: "v1/content/a" };
  const earlier = [{ from: "Recording", to: "Notify" }] as const;
  return {
    jobId,
    fence: 3n,
    from: "Notify",
    to: "Completed",
    earlier,
    by: "worker",
    actor: "Waybill",
    parts: [versionPart(version, [file])],
  };
}

describe("numbers and objects that are asked for at the same time", () => {
  const claimOf = (jobId: string, ark: string, fence = 3n): NewObjectClaim => ({
    jobId,
    fence,
    ark,
    objectId: randomUUID(),
    owner: "o",
    collectionId: collection.id,
    storage: "filesystem",
  });

  it("are a number for each, the same again, and no other is used up", async () => {
    const ids = await makeJobs(3);
    const mint = () => Promise.all(ids.map((id) => steps.mintNumber(id)));
    const numbers = (await mint()).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(3);
    expect((await mint()).map(({ number }) => number)).toEqual(numbers);
    const [next = ""] = await makeJobs(1);
    expect((await steps.mintNumber(next)).number).toBe((numbers.toSorted().at(-1) ?? 0n) + 1n);
  });

  it("are new objects, except for those whose lease is lost or whose ARK is in use", async () => {
    const { db } = test.ctx;
    const [first = "", lost = "", second = "", third = "", last = ""] = await makeJobs(5, "Processing");
    for (const id of [first, lost, second, third, last]) await steps.mintNumber(id);
    await db.storedObject.create({
      data: { id: "there", ark: "ark:/1/there", owner: "o", collectionId: collection.id },
    });
    await makeJob(db, batchId, "Failed", { ark: "ark:/1/kept" });
    const claims = [
      claimOf(first, "ark:/1/a"),
      claimOf(lost, "ark:/1/b", 2n),
      claimOf(second, "ark:/1/there"),
      claimOf(third, "ark:/1/kept"),
      claimOf(last, "ark:/1/c"),
    ];
    expect(await Promise.all(claims.map((claim) => steps.claimNewObject(claim)))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    const arkOf = async (id: string) => (await db.job.findUniqueOrThrow({ where: { id } })).ark;
    expect([await arkOf(first), await arkOf(lost), await arkOf(second), await arkOf(last)]).toEqual([
      "ark:/1/a",
      null,
      null,
      "ark:/1/c",
    ]);
    expect(await db.storedObject.findUnique({ where: { ark: "ark:/1/c" } })).toMatchObject({
      id: claims[4]?.objectId,
      busyJobId: last,
      version: 0,
    });
    expect(await db.mintedArk.findUnique({ where: { jobId: last } })).toMatchObject({ ark: "ark:/1/c" });
  });

  it("go to one of two jobs with the same ARK", async () => {
    const ids = await makeJobs(2, "Processing");
    const got = await Promise.all(ids.map((id) => steps.claimNewObject(claimOf(id, "ark:/1/same"))));
    expect(got.filter(Boolean)).toHaveLength(1);
  });
});

describe("versions about to be put in place at the same time", () => {
  it("are marked, except for those whose lease is lost", async () => {
    const [first = "", lost = "", last = ""] = await makeJobs(3, "Processing");
    const mark = (jobId: string, version: number) =>
      steps.markPlacing({ jobId, fence: jobId === lost ? 2n : 3n, version }).then(() => "marked", codeOf);
    expect(await Promise.all([mark(first, 1), mark(lost, 2), mark(last, 3)])).toEqual([
      "marked",
      "lease_lost",
      "marked",
    ]);
    const steps_ = await test.ctx.db.stepResult.findMany({
      where: { ownerId: { in: [first, lost, last] }, step: "place" },
    });
    expect(new Map(steps_.map(({ ownerId, result }) => [ownerId, result]))).toEqual(
      new Map([
        [first, { version: 1 }],
        [last, { version: 3 }],
      ]),
    );
  });

  it("wait for a person who is just stopping one, which is not marked then", async () => {
    const [first = "", stopped = ""] = await makeJobs(2, "Processing");
    await lock(stopped);
    await other.query("UPDATE job SET fence = 9 WHERE id = $1", [stopped]);
    const waiting = steps.markPlacing({ jobId: stopped, fence: 3n, version: 1 }).then(() => "marked", codeOf);
    await steps.markPlacing({ jobId: first, fence: 3n, version: 1 });
    await other.query("COMMIT");
    expect(await waiting).toBe("lease_lost");
  });
});

describe("jobs that are loaded at the same time", () => {
  it("come each to who asked, those of one file with it", async () => {
    const { db } = test.ctx;
    const [file = "", container = ""] = [
      ...(await makeJobs(1)),
      await makeJob(db, batchId, "Pending", { payload: "container" }),
    ];
    await makeFile(db, file, { declaredSize: 2n ** 40n });
    await makeFile(db, container);
    const [one, none, two] = await Promise.all([file, "jid-none", container].map((id) => steps.load(id)));
    expect([one?.id, none, two?.id]).toEqual([file, undefined, container]);
    expect(one?.files).toMatchObject([
      { ordinal: 1, declaredSize: 2n ** 40n, size: null, isVerified: false },
    ]);
    expect(two?.files).toBeUndefined();
  });
});

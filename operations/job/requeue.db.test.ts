import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RequeueRequest } from "../../core/contracts/requests.ts";
import { decideResume, type Resumable, type ResumeDecision } from "../../core/job/resume.ts";
import { JOB_STATES, RESUME_STATES, type ResumeState } from "../../core/job/states.ts";
import { execute } from "../../scripts/db/database.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { requeueJobs } from "./requeue.ts";

const MANY = 10_000;
const reason = "the source is back";

let test: TestContext;
let maps: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});

afterAll(() => test.end());

const jobOf = (id: string) => test.ctx.db.job.findUniqueOrThrow({ where: { id } });
const audits = (action: string) => test.ctx.db.audit.findMany({ where: { action }, orderBy: { id: "desc" } });

/** Every kind of job the rule distinguishes, and the result for each. */
const CASES: readonly Resumable[] = (["Failed", "Notify", "Held", "Deleted"] as const).flatMap((state) =>
  (state === "Failed" ? [null, ...JOB_STATES] : [null]).flatMap((lastSuccessfulState) =>
    [true, false].flatMap((hasFiles) =>
      [true, false].map((payloadTrusted) => ({ state, lastSuccessfulState, hasFiles, payloadTrusted })),
    ),
  ),
);

describe("the rule of one and of many", () => {
  const WANTED: readonly (ResumeState | undefined)[] = [undefined, ...RESUME_STATES];

  it.each(WANTED)("is the same when %s is wanted, for every job there may be", async (wanted) => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps, "Failed");
    const made = new Map<string, ResumeDecision>();
    for (const facts of CASES) {
      const { state, lastSuccessfulState, payloadTrusted, hasFiles } = facts;
      const workingDirectory = hasFiles ? "x" : null;
      const id = await makeJob(db, batchId, state, { lastSuccessfulState, payloadTrusted, workingDirectory });
      made.set(id, decideResume(facts, wanted));
    }
    const { requeued, refused } = await requeueJobs(test.ctx, { jobs: [...made.keys()], at: wanted, reason });

    const expected = [...made].filter(([, { kind }]) => kind === "refused");
    expect(new Map(refused.map(({ jobId, ...rest }) => [jobId, { kind: "refused", ...rest }]))).toEqual(
      new Map(expected),
    );
    const moves = await db.event.findMany({ where: { batchId, kind: "job.moved" } });
    expect(new Map(moves.map(({ jobId, to: at }) => [jobId, { kind: "resume", at }]))).toEqual(
      new Map([...made].filter(([, { kind }]) => kind === "resume")),
    );
    const jobs = await db.job.findMany({ where: { batchId, retryCount: 1 }, orderBy: { ordinal: "asc" } });
    expect(jobs.map(({ id, state: at }) => [id, { kind: "resume", at }])).toEqual(
      [...made].filter(([, { kind }]) => kind === "resume"),
    );
    expect(requeued).toBe(jobs.length);
  });
});

describe("requeueing by id", () => {
  it("answers each job it leaves with the reason, and runs the others", async () => {
    const { db } = test.ctx;
    const elsewhere = await makeCollection(db);
    const failed = await makeJob(db, await makeBatch(db, maps, "Failed"), "Failed");
    const running = await makeJob(db, await makeBatch(db, maps), "Downloading");
    const born = await makeJob(db, await makeBatch(db, maps, "Failed"), "Failed", { payloadTrusted: false });
    const hidden = await makeJob(db, await makeBatch(db, elsewhere, "Failed"), "Failed");
    const ada = test.as(await makePerson(db, "depositor", [maps]));
    const answer = await requeueJobs(ada, {
      jobs: [failed, running, born, hidden, "jid-nosuch", failed],
      reason,
    });
    expect(answer).toEqual({
      requeued: 1,
      more: false,
      refused: expect.arrayContaining([
        expect.objectContaining({ jobId: running, code: "not_failed" }),
        expect.objectContaining({ jobId: born, code: "not_resumable" }),
        expect.objectContaining({ jobId: hidden, code: "not_found" }),
        expect.objectContaining({ jobId: "jid-nosuch", code: "not_found" }),
      ]),
    });
    expect(answer.refused).toHaveLength(4);
    expect((await jobOf(hidden)).state).toBe("Failed");
    const [row] = await audits("jobs.requeue");
    expect(row).toMatchObject({
      actorId: ada.actor.id,
      reason,
      before: { Failed: 1 },
      after: {
        jobs: 1,
        batches: 1,
        refused: { not_failed: 1, not_resumable: 1, not_found: 2 },
        to: { Downloading: 1 },
      },
    });
  });

  it("only tells with `preview`, and needs a reason without", async () => {
    const { db } = test.ctx;
    const jobId = await makeJob(db, await makeBatch(db, maps, "Failed"), "Failed");
    const before = await db.audit.count();
    expect(await requeueJobs(test.ctx, { jobs: [jobId], preview: true })).toMatchObject({ requeued: 1 });
    expect((await jobOf(jobId)).state).toBe("Failed");
    expect(await db.audit.count()).toBe(before);
    expect(RequeueRequest.safeParse({ jobs: [jobId], preview: true }).success).toBe(true);
    for (const body of [
      { jobs: [jobId] },
      { jobs: [], reason },
      { reason },
      { jobs: [jobId], filter: {}, reason },
    ])
      expect(RequeueRequest.safeParse(body).success).toBe(false);
  });

  it("is refused to those who may resume nothing", async () => {
    const viewer = test.as(await makePerson(test.ctx.db, "viewer"));
    await expect(requeueJobs(viewer, { jobs: ["jid-1"], reason })).rejects.toMatchObject({
      code: "not_allowed",
    });
  });

  it("counts a job that two people run again at once only once", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps, "Failed");
    const jobs = [await makeJob(db, batchId, "Failed"), await makeJob(db, batchId, "Failed")];
    const answers = await Promise.all(
      [jobs, [...jobs].reverse()].map((ids) => requeueJobs(test.ctx, { jobs: ids, reason })),
    );
    expect(answers.map(({ requeued }) => requeued).sort()).toEqual([0, 2]);
    for (const id of jobs) expect(await jobOf(id)).toMatchObject({ retryCount: 1, state: "Downloading" });
  });
});

describe("requeueing by filter", () => {
  it("takes the failed jobs of a batch or collection with a code, in the actor's reach", async () => {
    const { db } = test.ctx;
    const books = await makeCollection(db);
    const batchId = await makeBatch(db, books, "Failed");
    const other = await makeBatch(db, books, "Failed");
    const gone = await makeJob(db, batchId, "Failed");
    const full = await makeJob(db, batchId, "Failed", { errorCode: "disk_full" });
    const there = await makeJob(db, other, "Failed");
    await makeJob(db, batchId, "Completed");
    const filter = { state: "Failed", collection: books.slug } as const;
    const stranger = test.as(await makePerson(db, "depositor", [maps]));
    await expect(requeueJobs(stranger, { filter, reason })).rejects.toMatchObject({
      code: "unknown_collection",
    });
    const withCode = { ...filter, batch: batchId, code: "disk_full" };
    expect(await requeueJobs(test.ctx, { filter: withCode, reason })).toMatchObject({ requeued: 1 });
    expect((await jobOf(full)).state).toBe("Downloading");
    expect((await jobOf(gone)).state).toBe("Failed");
    const ofOne = { filter: { state: "Failed", batch: batchId }, reason } as const;
    expect(await requeueJobs(stranger, ofOne)).toMatchObject({ requeued: 0 });
    expect(await requeueJobs(test.ctx, { filter, reason })).toMatchObject({ requeued: 2, more: false });
    expect((await jobOf(there)).state).toBe("Downloading");
  });

  it(`runs ${MANY} failed jobs again by one request, with an event for each`, async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps, "Failed");
    await execute(
      test.url,
      `INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, error_code, error_message, last_successful_state)
        SELECT 'jid-' || gen_random_uuid(), '${batchId}', n, 'Failed', 'file', 'map.tif', 97, 'Ada', 'source_not_found', 'Not there.', 'Estimating'
        FROM generate_series(1, ${MANY + 1}) AS n`,
    );
    const filter = { state: "Failed", batch: batchId } as const;
    const begun = performance.now();
    const answer = await requeueJobs(test.ctx, { filter, reason });
    const tookMs = performance.now() - begun;
    console.info(`${MANY} failed jobs requeued by one request in ${Math.round(tookMs)} ms`);
    expect(answer).toEqual({ requeued: MANY, refused: [], more: true });
    expect(await db.event.count({ where: { batchId, from: "Failed", to: "Downloading" } })).toBe(MANY);
    expect(await db.job.count({ where: { batchId, state: "Downloading", retryCount: 1 } })).toBe(MANY);
    expect(await db.audit.count({ where: { target: batchId } })).toBe(1);
    expect(await requeueJobs(test.ctx, { filter, reason })).toMatchObject({ requeued: 1, more: false });
  });
});

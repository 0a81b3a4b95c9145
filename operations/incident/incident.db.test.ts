import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findJobsForAct } from "../../prisma/store/job/bulk.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { requeueJobs } from "../job/requeue.ts";
import { forgetSilences } from "./forget-silences.ts";
import { listIncidents } from "./list.ts";
import { resumeIncident } from "./resume.ts";
import { silenceIncident } from "./silence.ts";

const CAUSE = "source_timeout.Downloading.example.org";
const reason = "the source is back";

let test: TestContext;
let maps: MadeCollection;
let batchId: string;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
  batchId = await makeBatch(test.ctx.db, maps, "Failed");
});

afterEach(async () => {
  await test.ctx.db.job.deleteMany();
  await test.ctx.db.incidentSilence.deleteMany();
});
afterAll(() => test.end());

/** Has a job fail while it is downloaded. */
async function fail(code: string, host?: string): Promise<string> {
  const { db } = test.ctx;
  const jobId = await makeJob(db, batchId, "Downloading", { lastSuccessfulState: "Estimating" });
  const fault = { code, message: `${host ?? "It"} does not answer.`, host };
  await moveJob(db, { jobId, from: "Downloading", to: "Failed", by: "worker", actor: "Waybill", fault });
  return jobId;
}

async function listed() {
  return (await listIncidents(test.ctx)).items;
}

async function inAnHour(): Promise<Date> {
  const [row] = await test.ctx.db.$queryRaw<
    { at: Date }[]
  >`SELECT clock_timestamp() + interval '1 hour' AS at`;
  return row?.at ?? new Date(Number.NaN);
}

it("groups what has failed now by code, stage and host, the oldest first", async () => {
  const first = await fail("source_timeout", "example.org");
  await fail("source_timeout", "example.com");
  const last = await fail("source_timeout", "example.org");
  const before = await makeJob(test.ctx.db, batchId, "Failed");
  await makeJob(test.ctx.db, batchId, "Completed");
  await test.ctx.db.job.update({
    where: { id: first },
    data: { stateAt: new Date("2026-01-31T14:00:00Z"), errorMessage: "The first." },
  });
  const items = await listed();
  expect(items.map(({ cause, count }) => [cause, count])).toEqual([
    [CAUSE, 2],
    ["source_timeout.Downloading.example.com", 1],
    ["source_not_found..", 1],
  ]);
  expect(items[0]).toEqual({
    cause: CAUSE,
    code: "source_timeout",
    stage: "Downloading",
    host: "example.org",
    count: 2,
    countIsMore: false,
    since: "2026-01-31T14:00:00.000Z",
    lastHour: 1,
    first: { id: first, at: "2026-01-31T14:00:00.000Z", message: "The first." },
    last: { id: last, at: expect.stringMatching(/Z$/), message: "example.org does not answer." },
    silence: null,
  });
  expect(items[2]).toMatchObject({ stage: null, host: null, first: { id: before }, last: { id: before } });
});

it("resumes the jobs of one cause, tells which it did not and why, and is over then", async () => {
  const { db } = test.ctx;
  const jobs = [await fail("source_timeout", "example.org"), await fail("source_timeout", "example.org")];
  const corrupt = await fail("source_timeout", "example.org");
  await db.job.update({ where: { id: corrupt }, data: { payloadTrusted: false } });
  const other = await fail("source_timeout", "example.com");
  const answer = {
    resumed: 2,
    more: false,
    failedBy: expect.stringMatching(/Z$/),
    refused: [{ code: "not_resumable", message: expect.any(String), count: 1, jobId: corrupt }],
  };
  expect(await resumeIncident(test.ctx, { cause: CAUSE, preview: true })).toEqual(answer);
  expect(await db.job.count({ where: { state: "Failed" } })).toBe(4);

  const olga = test.as(await makePerson(db, "operator"));
  expect(await resumeIncident(olga, { cause: CAUSE, reason, preview: false })).toEqual(answer);
  const states = await db.job.findMany({ select: { id: true, state: true, failureCause: true } });
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map([...jobs.map((id) => [id, "Downloading"] as const), [corrupt, "Failed"], [other, "Failed"]]),
  );
  expect(states.filter(({ failureCause }) => failureCause === null)).toHaveLength(2);
  const [row] = await db.audit.findMany({ orderBy: { id: "desc" }, take: 1 });
  expect(row).toMatchObject({
    action: "jobs.requeue",
    actorId: olga.actor.id,
    reason,
    after: { jobs: 2, refused: { not_resumable: 1 }, filter: { state: "Failed", cause: CAUSE } },
  });

  await db.job.update({ where: { id: corrupt }, data: { payloadTrusted: true } });
  await resumeIncident(olga, { cause: CAUSE, reason, preview: false });
  expect((await listed()).map(({ cause }) => cause)).toEqual(["source_timeout.Downloading.example.com"]);
  await expect(resumeIncident(olga, { cause: CAUSE, reason, preview: false })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("leaves alone what has failed again since the first part", async () => {
  const { db } = test.ctx;
  const [first, again] = [
    await fail("source_timeout", "example.org"),
    await fail("source_timeout", "example.org"),
  ];
  const { failedBy } = await resumeIncident(test.ctx, { cause: CAUSE, preview: true });
  await db.job.update({ where: { id: again }, data: { stateAt: new Date(Date.parse(failedBy) + 1) } });
  const next = { cause: CAUSE, reason, preview: false, failedBy: new Date(failedBy) };
  expect(await resumeIncident(test.ctx, next)).toMatchObject({ resumed: 1, failedBy });
  expect(await db.job.findUnique({ where: { id: first } })).toMatchObject({ state: "Downloading" });
  expect(await db.job.findUnique({ where: { id: again } })).toMatchObject({ state: "Failed" });
});

it("chooses those that can be resumed before those that cannot", async () => {
  const { db } = test.ctx;
  const corrupt = await fail("source_timeout", "example.org");
  const sound = await fail("source_timeout", "example.org");
  await db.job.update({ where: { id: corrupt }, data: { payloadTrusted: false, ordinal: 1 } });
  await db.job.update({ where: { id: sound }, data: { ordinal: 100_000 } });
  const choice = { state: "Failed", reach: "all", cause: CAUSE } as const;
  const found = await findJobsForAct(db, choice, { most: 1, lock: false });
  expect(found.map(({ id }) => id)).toEqual([sound]);
});

it("silences an incident and ends that, each with an audit row", async () => {
  const { db } = test.ctx;
  await fail("source_timeout", "example.org");
  await fail("source_timeout", "example.org");
  await fail("source_timeout", "example.com");
  const until = await inAnHour();
  const silence = { until: until.toISOString(), by: test.ctx.actor.name, reason };
  expect(await silenceIncident(test.ctx, { cause: CAUSE, reason, until })).toEqual({ silence });
  // what needs nobody comes last, though it is older
  expect((await listed()).map(({ host, silence: of }) => [host, of])).toEqual([
    ["example.com", null],
    ["example.org", silence],
  ]);
  expect(await silenceIncident(test.ctx, { cause: CAUSE, reason: "look again", until: null })).toEqual({
    silence: null,
  });
  expect((await listed()).map(({ silence: of }) => of)).toEqual([null, null]);
  const rows = await db.audit.findMany({ where: { target: CAUSE }, orderBy: { id: "asc" } });
  expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["incident.silence", null, silence],
    ["incident.speak", silence, null],
  ]);
  await expect(silenceIncident(test.ctx, { cause: CAUSE, reason, until: new Date(0) })).rejects.toMatchObject(
    { code: "bad_request" },
  );
  await expect(silenceIncident(test.ctx, { cause: "nothing..", reason, until })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("does not keep a later incident of the same cause silent", async () => {
  const job = await fail("source_timeout", "example.org");
  await silenceIncident(test.ctx, { cause: CAUSE, reason, until: await inAnHour() });
  await fail("source_timeout", "example.org");
  expect((await listed())[0]).toMatchObject({ count: 2, silence: { reason } });
  expect(await forgetSilences(test.ctx)).toBe(0);

  await requeueJobs(test.ctx, { jobs: [job], reason });
  expect((await listed())[0]).toMatchObject({ count: 1, silence: null });
  await test.ctx.db.job.deleteMany();
  expect(await forgetSilences(test.ctx)).toBe(1);
});

it("is for those who may see alarms", async () => {
  await fail("source_timeout", "example.org");
  const ada = test.as(await makePerson(test.ctx.db, "depositor", [maps]));
  const refused = { code: "not_allowed" };
  await expect(listIncidents(ada)).rejects.toMatchObject(refused);
  await expect(resumeIncident(ada, { cause: CAUSE, reason, preview: false })).rejects.toMatchObject(refused);
  await expect(silenceIncident(ada, { cause: CAUSE, reason, until: await inAnHour() })).rejects.toMatchObject(
    refused,
  );
});

it("tells 101 causes apart, those that are not silenced first, and counts 1,000 jobs of one", async () => {
  const { db } = test.ctx;
  await fail("source_timeout", "example.org");
  await db.$executeRaw`
    INSERT INTO job SELECT copy.* FROM job, generate_series(1, 1000) AS n, LATERAL jsonb_populate_record(
      job, jsonb_build_object('id', job.id || n, 'ordinal', 1000 + n)) AS copy`;
  await db.$executeRaw`
    INSERT INTO job SELECT copy.* FROM job, generate_series(1, 101) AS n, LATERAL jsonb_populate_record(
      job, jsonb_build_object('id', job.id || '-' || n, 'ordinal', 20000 + n, 'failure_cause', 'code_' || n || '..')) AS copy
    WHERE job.ordinal < 1000`;
  const { items, isMore } = await listIncidents(test.ctx);
  expect(items).toHaveLength(100);
  expect(isMore).toBe(true);
  // all are as old, and `source_timeout` comes after all that begin with `code_`
  expect(items.every(({ count, countIsMore }) => count === 1 && !countIsMore)).toBe(true);

  await db.$executeRaw`
    INSERT INTO incident_silence (cause, until, by, reason)
    SELECT DISTINCT failure_cause, clock_timestamp() + interval '1 hour', 'Olga', 'known' FROM job
    WHERE failure_cause LIKE 'code\\_%'`;
  const [first, ...others] = await listed();
  expect(first).toMatchObject({
    cause: CAUSE,
    count: 1_000,
    countIsMore: true,
    lastHour: 1_000,
    silence: null,
  });
  expect(others.map(({ silence }) => silence?.by)).toEqual(Array.from({ length: 99 }, () => "Olga"));
});

it("has a job fail whose address names a host that cannot be one, however long", async () => {
  let host = "";
  for (let n = 0; host.length < 4_000; n += 1) host += n.toString(36);
  await fail("source_timeout", host);
  expect(await listed()).toMatchObject([{ cause: "source_timeout.Downloading.", host: null, count: 1 }]);
});

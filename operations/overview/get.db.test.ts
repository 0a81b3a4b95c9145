import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { showUp } from "../../prisma/store/instance.ts";
import { makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import { QUOTA_KEY } from "../batch/largest-upload.ts";
import { getOverview } from "./get.ts";

const QUERY = { range: "24h" } as const;

let test: TestContext;
let maps: MadeCollection;

beforeEach(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});
afterEach(() => test.end());

/** By the database's clock. */
async function ago(hours: number): Promise<Date> {
  const [row] = await test.ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp() - ${hours}::float8 * interval '1 hour') AS at`;
  return row?.at ?? new Date(Number.NaN);
}

async function needs(): Promise<readonly (readonly [string, string])[]> {
  return (await getOverview(test.ctx, QUERY)).needs.map(({ kind, message }) => [kind, message] as const);
}

it("is empty in an installation where nothing waits", async () => {
  expect(await getOverview(test.ctx, QUERY)).toEqual({
    needs: [],
    incidents: { items: [], isMore: false },
    figures: { range: "24h", points: expect.any(Array) },
    storage: null,
    lanes: [],
    workers: [],
  });
});

it("tells what has been held for more than a day, and nothing that has been held for less", async () => {
  const { db } = test.ctx;
  const batchId = await makeBatch(db, maps, "Held");
  const jobId = await makeJob(db, batchId, "Held");
  const { laneId } = await makeLaneScene(db);
  const hold = async (hours: number) => {
    const data = { heldAt: await ago(hours), heldBy: "Olga", heldReason: "stocktaking" };
    await db.batch.update({ where: { id: batchId }, data });
    await db.job.update({ where: { id: jobId }, data });
    await db.lane.update({ where: { id: laneId }, data });
    await db.collection.update({ where: { id: maps.id }, data });
    await db.intake.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data });
    return data.heldAt;
  };
  await hold(23);
  expect(await needs()).toEqual([]);
  const heldAt = await hold(25);
  const { needs: told } = await getOverview(test.ctx, QUERY);
  expect(new Set(told.map(({ kind }) => kind))).toEqual(
    new Set(["held_intake", "held_collections", "held_lanes", "held_batches", "held_jobs"]),
  );
  expect(new Set(told.map(({ since }) => since))).toEqual(new Set([heldAt.toISOString()]));
});

it("tells of callbacks and mails that were given up, those of the last week", async () => {
  const { db } = test.ctx;
  const put = async (kind: string, status: string, hours: number) => {
    const at = await ago(hours);
    const id = randomUUID();
    await db.outbox.create({
      data: {
        id,
        kind,
        dedupKey: id,
        payload: {},
        status,
        createdAt: at,
        endedAt: status === "Waiting" ? null : at,
      },
    });
    return at;
  };
  await put("mail", "Sent", 1);
  await put("mail", "Waiting", 1);
  await put("callback", "Sent", 1);
  await put("mail", "Failed", 7 * 24 + 1);
  expect(await needs()).toEqual([]);
  await put("mail", "Failed", 2);
  const first = await put("callback", "Failed", 30 * 24);
  await put("callback", "Failed", 3);
  expect(await needs()).toEqual([
    ["callbacks_failed", "2 callbacks could not be delivered, and Waybill has given up."],
    ["mails_failed", "1 mail of the last 7 days could not be delivered, and Waybill has given up."],
  ]);
  expect((await getOverview(test.ctx, QUERY)).needs[0]?.since).toBe(first.toISOString());
});

it("tells of the findings of the latest check alone, until they are repaired", async () => {
  const { db } = test.ctx;
  const check = async (
    hours: number,
    endedAt: Date | null,
    findings: number,
    error: string | null = null,
  ) => {
    const id = randomUUID();
    await db.checkRun.create({
      data: { id, requestedBy: "Olga", createdAt: await ago(hours), endedAt, error },
    });
    for (let at = 0; at < findings; at += 1)
      await db.checkFinding.create({
        data: { id: randomUUID(), runId: id, kind: "kept_space", subject: `${at}`, facts: {} },
      });
    return id;
  };
  await check(5, await ago(4), 7);
  const latest = await check(3, await ago(2), 2);
  // one that is under way, and one that broke off
  await check(1, null, 5);
  await check(1, await ago(1), 0, "The storage is away.");
  expect(await getOverview(test.ctx, QUERY)).toMatchObject({
    needs: [{ kind: "check_findings", subject: latest, message: expect.stringContaining("2 findings") }],
  });
  await db.checkFinding.updateMany({ where: { runId: latest }, data: { repairedAt: await ago(0) } });
  expect(await needs()).toEqual([]);
});

it("has alarms, incidents and workers in it", async () => {
  const { db } = test.ctx;
  await raiseAlarm(test.ctx, { kind: "disk_full", subject: "", message: "A disk is full." });
  await makeJob(db, await makeBatch(db, maps, "Failed"), "Failed");
  await showUp(db, "worker-1/1", "worker-1");
  await db.instance.update({ where: { id: "worker-1/1" }, data: { lacks: "objects is away" } });
  expect(await getOverview(test.ctx, QUERY)).toMatchObject({
    needs: [{ kind: "disk_full", message: "A disk is full." }],
    incidents: { items: [{ cause: "source_not_found..", count: 1 }] },
    workers: [{ name: "worker-1", lacks: "objects is away" }],
  });
});

it("tells what working storage has, and the lanes whose oldest batch is there longest", async () => {
  const { db } = test.ctx;
  await db.setting.create({ data: { key: QUOTA_KEY, value: 1_000 } });
  const old = await makeBatch(db, maps, "Pending");
  const older = await makeBatch(db, await makeCollection(db), "Processing");
  const ended = await makeBatch(db, await makeCollection(db), "Completed");
  for (const [id, hours] of [
    [old, 2],
    [older, 3],
    [ended, 9],
  ] as const)
    await db.batch.update({ where: { id }, data: { createdAt: await ago(hours) } });
  await makeBatch(db, maps, "Pending");
  await makeJob(db, older, "Downloading", { spaceReserved: 300n });
  const { storage, lanes } = await getOverview(test.ctx, QUERY);
  expect(storage).toEqual({ quotaBytes: 1_000, runningBytes: 300, uploadBytes: 0 });
  expect(lanes.map(({ batchId, state }) => [batchId, state])).toEqual([
    [older, "Processing"],
    [old, "Pending"],
  ]);
});

it("is for those who may see alarms", async () => {
  const ada = test.as(await makePerson(test.ctx.db, "depositor", [maps]));
  await expect(getOverview(ada, QUERY)).rejects.toMatchObject({ code: "not_allowed" });
});

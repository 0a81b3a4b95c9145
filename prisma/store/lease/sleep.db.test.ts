import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { waitJob } from "../job/facts.ts";
import { releaseLease, takeLease, takeNextLease, takeNextLeases } from "../lease.ts";
import { findFirstDue, listDue } from "./due.ts";

let test: TestContext;
let batchId: string;
let ordinal = 0;
beforeAll(async () => {
  test = await testContext();
  batchId = await makeBatch(test.ctx.db, await makeCollection(test.ctx.db));
});
afterAll(() => test.end());
beforeEach(() => test.ctx.db.job.updateMany({ data: { dueAt: null, asleep: false } }));

const LEASE = { owner: "w", leaseMs: 60_000 };

/** A job that is due, with its turn in seconds. */
async function dueJob(turn: number): Promise<string> {
  ordinal += 1;
  const id = `jid-${randomUUID()}`;
  const facts = { payload: "file", filename: "a", priority: 5, submitter: "t", dueAt: new Date(0) } as const;
  await test.ctx.db.job.create({ data: { ...facts, id, batchId, ordinal, turnAt: new Date(turn * 1_000) } });
  return id;
}

/** One that waits for space, and may look again in so many milliseconds. */
async function waitingJob(turn: number, dueInMs: number): Promise<string> {
  const id = await dueJob(turn);
  const lease = await takeLease(test.ctx.db, "job", { id, ...LEASE });
  const wait = { code: "working_storage_full", why: "There is no room.", dueInMs };
  await waitJob(test.ctx.db, { jobId: id, fence: lease?.fence ?? 0n, ...wait });
  return id;
}

const next = async () => (await takeNextLease(test.ctx.db, "job", LEASE))?.id;
const asleep = async () =>
  (await test.ctx.db.job.findMany({ where: { asleep: true } })).map(({ id }) => id).sort();

describe("jobs that wait", () => {
  it("are passed over until their time has come, whatever their turn", async () => {
    await waitingJob(1, 60_000);
    const ready = await dueJob(2);
    expect((await findFirstDue(test.ctx.db, ["job"])).get("job")?.id).toBe(ready);
    expect((await listDue(test.ctx.db, "job", 10)).map(({ id }) => id)).toEqual([ready]);
    expect(await next()).toBe(ready);
    expect(await next()).toBeUndefined();
  });

  it("come by their turn among the others once it has", async () => {
    const [third, first] = [await waitingJob(3, -1), await waitingJob(1, -1)];
    const [second, fourth] = [await dueJob(2), await dueJob(4)];
    const inTurn = [first, second, third, fourth];
    expect((await findFirstDue(test.ctx.db, ["job"])).get("job")?.id).toBe(first);
    expect((await listDue(test.ctx.db, "job", 10)).map(({ id }) => id)).toEqual(inTurn);
    expect((await listDue(test.ctx.db, "job", 2)).map(({ id }) => id)).toEqual(inTurn.slice(0, 2));
    expect([await next(), await next(), await next(), await next()]).toEqual(inTurn);
  });

  it("are all worked, however many are over at a time and however many take them, each once", async () => {
    const waiting: string[] = [];
    for (let turn = 200; turn > 0; turn -= 1) waiting.push(await waitingJob(turn, -1));
    const taken: string[] = [];
    const some = () => takeNextLeases(test.ctx.db, "job", { ...LEASE, most: 7 });
    for (let before = -1; taken.length > before; ) {
      before = taken.length;
      for (const leases of await Promise.all([some(), some(), some()]))
        taken.push(...leases.map(({ id }) => id));
    }
    expect(taken.toSorted()).toEqual(waiting.toSorted());
    expect(await asleep()).toEqual([]);
  });

  it("stay due when whoever took them dies", async () => {
    const id = await waitingJob(1, -1);
    await takeNextLease(test.ctx.db, "job", { owner: "dead", leaseMs: -1 });
    expect(await next()).toBe(id);
  });

  it("are found when a statement that knows nothing of their sleep makes them due", async () => {
    const [first, second] = [await waitingJob(1, 60_000), await waitingJob(2, 60_000)];
    await test.ctx.db.job.updateMany({ where: { id: second }, data: { dueAt: new Date(0) } });
    expect(await next()).toBe(second);
    expect(await next()).toBeUndefined();
    expect(await asleep()).toEqual([first]);
  });

  it("sleep too when their lease is given back for later, and not for now", async () => {
    const [later, now] = [await dueJob(1), await dueJob(2)];
    for (const [id, dueInMs] of [[later, 60_000] as const, [now, 0] as const]) {
      const lease = await takeLease(test.ctx.db, "job", { id, ...LEASE });
      await releaseLease(test.ctx.db, "job", { id, fence: lease?.fence ?? 0n, dueInMs });
    }
    expect(await asleep()).toEqual([later]);
    expect(await next()).toBe(now);
  });
});

import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect as connectPlainly } from "../../../scripts/db/connect.ts";
import { makeLaneScene } from "../../../tests/factories/lane-scene.ts";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { connect, type Db } from "../../client.ts";
import { wakeForgottenBatches, wakeIfJobsEnded, wakeUntoldBatches } from "../batch/wake.ts";
import { voidDeadClaims, wakeForgottenLanes } from "../lane/turn.ts";
import { renewLeases, takeLease, takeNextLease } from "../lease.ts";

/** F63: another transaction holds a row for as long as a test takes. Anything that waits for it fails. */
const LOCK_MS = 1;
const LENGTH = { leaseMs: 60_000, lastMs: 120_000 };
const PAST = new Date(0);
const FUTURE = new Date("2100-01-01T00:00:00Z");

let test: TestContext;
let db: Db;
let other: pg.Client;

beforeAll(async () => {
  test = await testContext();
  db = connect(test.url, { max: 1, name: "test", lockMs: LOCK_MS });
  other = await connectPlainly(test.url);
});
afterAll(async () => {
  await other?.end();
  await db?.$disconnect();
  await test?.end();
});
beforeEach(async () => {
  await test.ctx.db.lane.updateMany({
    data: { dueAt: null, leaseOwner: null, leaseUntil: null, leaseLast: null },
  });
  await test.ctx.db.batch.updateMany({ data: { state: "Completed" } });
});
afterEach(() => other.query("ROLLBACK"));

async function lock(table: "lane" | "batch", id: string, how = "FOR UPDATE"): Promise<void> {
  await other.query("BEGIN");
  await other.query(`SELECT FROM ${table} WHERE id = $1 ${how}`, [id]);
}

const ledger = { backend: "sawtooth", ledger: "main" } as const;
const laneWith = async (facts: object) => (await makeLaneScene(test.ctx.db, { ...ledger, ...facts })).laneId;
const lanesBy = (count: number, facts: object) =>
  Promise.all(Array.from({ length: count }, () => laneWith(facts)));

describe("a lane another transaction has locked", () => {
  it("is not taken, which is said, and keeps none of the others", async () => {
    const [locked = "", free = ""] = await lanesBy(2, { dueAt: PAST });
    await lock("lane", locked);
    let heard = 0;
    const onLocked = () => {
      heard += 1;
    };
    expect(await takeLease(db, "lane", { id: locked, owner: "w", onLocked, ...LENGTH })).toBeUndefined();
    expect(heard).toBe(1);
    expect(await takeNextLease(db, "lane", { owner: "w", ...LENGTH })).toEqual({
      id: free,
      fence: 1n,
      kills: 0,
    });
    await other.query("ROLLBACK");
    expect(await takeLease(db, "lane", { id: locked, owner: "w", onLocked, ...LENGTH })).toEqual({
      fence: 1n,
      kills: 0,
    });
    expect(heard).toBe(1);
  });

  it.each([
    ["not due", { dueAt: null }],
    ["somebody else's", { dueAt: PAST, leaseOwner: "v", leaseUntil: FUTURE }],
  ])("and is %s is no reason to ask again", async (_, facts) => {
    const id = await laneWith(facts);
    await lock("lane", id);
    const onLocked = () => expect.fail("nothing is to be had of it");
    expect(await takeLease(db, "lane", { id, owner: "w", onLocked, ...LENGTH })).toBeUndefined();
  });

  it("for a row that names it, as a new batch does, is taken all the same", async () => {
    const id = await laneWith({ dueAt: PAST });
    await lock("lane", id, "FOR KEY SHARE");
    expect(await takeLease(db, "lane", { id, owner: "w", ...LENGTH })).toEqual({ fence: 1n, kills: 0 });
  });

  it("keeps its claim and those of the others, whose renewal does not wait for it", async () => {
    const facts = { dueAt: PAST, leaseOwner: "w", leaseUntil: new Date(Date.now() + 10_000), fence: 4n };
    const [locked = "", first = "", second = "", lost = ""] = await lanesBy(4, facts);
    await test.ctx.db.lane.update({ where: { id: lost }, data: { fence: 5n } });
    await lock("lane", locked);
    const held = [locked, first, second, lost].map((id) => ({ id, fence: 4n }));
    expect(await renewLeases(db, "lane", held, LENGTH)).toEqual({
      kept: new Set([locked, first, second]),
      locked: [locked],
    });
    const until = async (id: string) =>
      ((await test.ctx.db.lane.findUniqueOrThrow({ where: { id } })).leaseUntil?.getTime() ?? 0) - Date.now();
    expect(await until(first)).toBeGreaterThan(30_000);
    expect(await until(locked)).toBeLessThan(30_000);
    await other.query("ROLLBACK");
    expect((await renewLeases(db, "lane", held, LENGTH)).locked).toEqual([]);
    expect(await until(locked)).toBeGreaterThan(30_000);
  });

  it("whose holder is dead waits, and the claims of other dead ones are voided", async () => {
    const facts = { dueAt: PAST, leaseOwner: "w", leaseUntil: PAST, leaseLast: PAST };
    const [locked = ""] = await lanesBy(3, facts);
    await lock("lane", locked);
    expect(await voidDeadClaims(db)).toBe(2);
    await other.query("ROLLBACK");
    expect(await voidDeadClaims(db)).toBe(1);
  });

  it("that nobody woke waits, and the others are woken", async () => {
    const scenes = await Promise.all([makeLaneScene(test.ctx.db), makeLaneScene(test.ctx.db)]);
    for (const scene of scenes) await scene.add("Pending");
    await lock("lane", scenes[0]?.laneId ?? "");
    expect(await wakeForgottenLanes(db)).toBe(1);
    await other.query("ROLLBACK");
    expect(await wakeForgottenLanes(db)).toBe(1);
  });
});

describe("a batch another transaction has locked", () => {
  const wakes: readonly [
    string,
    "Processing" | "Failed",
    (ids: readonly string[]) => Promise<unknown>,
    unknown[],
  ][] = [
    ["wakeForgottenBatches", "Processing", () => wakeForgottenBatches(db), [1, 1]],
    ["wakeUntoldBatches", "Failed", () => wakeUntoldBatches(db), [1, 1]],
    ["wakeIfJobsEnded", "Processing", (ids) => wakeIfJobsEnded(db, ...ids), [true, true]],
  ];
  it.each(wakes)(
    "is left to the next time by %s, and the others are woken",
    async (_, state, wake, [with_, after]) => {
      const collection = await makeCollection(test.ctx.db);
      const ids: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const id = await makeBatch(test.ctx.db, collection, state, { dueAt: null });
        await makeJob(test.ctx.db, id, "Completed");
        ids.push(id);
      }
      const dueOf = async () =>
        (await test.ctx.db.batch.findMany({ where: { id: { in: ids }, dueAt: { not: null } } })).map(
          ({ id }) => id,
        );
      await lock("batch", ids[0] ?? "");
      expect(await wake(ids)).toBe(with_);
      expect(await dueOf()).toEqual([ids[1]]);
      await other.query("ROLLBACK");
      expect(await wake(ids)).toBe(after);
      expect(await dueOf()).toHaveLength(2);
    },
  );
});

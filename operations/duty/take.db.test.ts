import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DUTIES, DutyLost } from "../../core/sequencer/duties.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import type { Sql } from "../../prisma/sql.ts";
import { publishBeat } from "../../prisma/store/sequencer.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { takeAllDuties } from "./take.ts";
import { underDuty } from "./under.ts";

let test: TestContext;
let seq = 0;

beforeEach(async () => {
  test = await testContext();
  seq = 0;
});
afterEach(() => test.end());

/** The next beat, of this node. @returns its term */
async function beat(writer: string): Promise<number> {
  const publication = { after: seq, writer, incarnation: `${writer}/1`, handsOver: false };
  const { latest } = await publishBeat(test.ctx.db, publication, TIMING);
  seq = latest.beat.seq;
  return latest.beat.term;
}

/** A stint that has just begun, with its duties taken. */
async function takeOver(holder: string) {
  const term = await beat(holder);
  const taken = await takeAllDuties(test.ctx, { holder, term });
  const sweep = taken?.get("sweep");
  if (!sweep) throw new Error("it has not taken them");
  return { ...sweep, term };
}

const values = async () => (await test.ctx.db.setting.findMany()).map(({ key }) => key).sort();
const set = (key: string) => (tx: Pick<Sql, "$executeRaw">) =>
  tx.$executeRaw`INSERT INTO setting (key, value) VALUES (${key}, '{}')`;

describe("a duty", () => {
  it("is that of whoever writes the beats, and every one of its names has a holder", async () => {
    const { term } = await takeOver("one");
    const rows = await test.ctx.db.duty.findMany();
    expect(rows.map(({ name }) => name).sort()).toEqual([...DUTIES].sort());
    for (const row of rows) expect(row).toMatchObject({ holder: "one", term: BigInt(term) });
  });

  it("changes what it should while the term is the latest, however many beats there have been", async () => {
    const { ctx } = await takeOver("one");
    await ctx.db.transact(set("a"));
    await beat("one");
    await set("b")(ctx.db);
    expect(await values()).toEqual(["a", "b"]);
  });

  it("of an older term changes nothing, in a transaction or in one statement, before anybody has taken it over", async () => {
    const { ctx } = await takeOver("one");
    await beat("two");
    await expect(ctx.db.transact(set("a"))).rejects.toBeInstanceOf(DutyLost);
    await expect(set("a")(ctx.db)).rejects.toBeInstanceOf(DutyLost);
    await expect(ctx.db.$queryRaw`
      WITH it AS (INSERT INTO setting (key, value) VALUES ('a', '{}') RETURNING key) SELECT key FROM it`).rejects.toBeInstanceOf(
      DutyLost,
    );
    expect(await values()).toEqual([]);
  });

  it("may still read and end transactions that have written nothing", async () => {
    const { ctx } = await takeOver("one");
    await takeOver("two");
    expect(await ctx.db.$queryRaw`SELECT 1::int AS one`).toEqual([{ one: 1 }]);
    expect(await ctx.db.transact((tx) => tx.$executeRaw`DELETE FROM setting`)).toBe(0);
    expect(await ctx.db.setting.count()).toBe(0);
  });

  it("does not write by models or Prisma's transactions, which could not be fenced", async () => {
    const { ctx } = await takeOver("one");
    expect(() => ctx.db.setting.deleteMany()).toThrow("A duty writes by transact");
    expect(() => ctx.db.$transaction(async () => undefined)).toThrow("A duty writes by transact");
  });

  it("whose holder pauses in the middle of a transaction is rolled back when it goes on, and nobody waits for it", async () => {
    const one = await takeOver("one");
    let goOn: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const zombie = one.ctx.db.transact(async (tx) => {
      await set("zombie")(tx);
      await paused;
    });
    const failed = expect(zombie).rejects.toBeInstanceOf(DutyLost);
    const two = await takeOver("two");
    await two.ctx.db.transact(set("two"));
    goOn();
    await failed;
    expect(await values()).toEqual(["two"]);
  });

  it("is taken over again by whoever had it before, with another term", async () => {
    const first = await takeOver("one");
    await takeOver("two");
    const again = await takeOver("one");
    await expect(first.ctx.db.transact(set("a"))).rejects.toBeInstanceOf(DutyLost);
    await again.ctx.db.transact(set("b"));
    expect(await values()).toEqual(["b"]);
  });

  it("is not taken for a stint that is over", async () => {
    const term = await beat("one");
    await beat("two");
    expect(await takeAllDuties(test.ctx, { holder: "one", term })).toBeUndefined();
    expect(await test.ctx.db.duty.count()).toBe(0);
  });

  it("is not taken while a later stint has another one: all are, or none is begun", async () => {
    const term = await beat("one");
    await takeAllDuties(test.ctx, { holder: "one", term });
    await test.ctx.db.duty.update({ where: { name: "sweep" }, data: { term: BigInt(term + 1) } });
    expect(await takeAllDuties(test.ctx, { holder: "one", term })).toBeUndefined();
  });

  it("hands on what it has told and when it was last done", async () => {
    const one = await takeOver("one");
    expect([[...one.memory.recall()], one.doneMs]).toEqual([[], null]);
    await one.memory.keep(new Set(["a", "b"]));
    await one.done();
    const two = await takeOver("two");
    expect([...two.memory.recall()].sort()).toEqual(["a", "b"]);
    expect(two.doneMs).toBeLessThan(60_000);
    await expect(one.memory.keep(new Set(["c"]))).rejects.toBeInstanceOf(DutyLost);
    expect([...one.memory.recall()].sort()).toEqual(["a", "b"]);
  });
});

it("beats do not wait for a duty, not even while it commits", async () => {
  const { ctx, term } = await takeOver("one");
  const other = new pg.Client(test.ownerUrl);
  await other.connect();
  try {
    // the fence has run, and the commit does not come
    await other.query("BEGIN");
    await other.query("INSERT INTO setting (key, value) VALUES ('a', '{}')");
    await other.query(`SELECT require_duty('sweep', ${term})`);
    const beganAt = performance.now();
    for (let count = 0; count < 20; count += 1) await beat(count % 2 ? "one" : "two");
    expect(performance.now() - beganAt).toBeLessThan(5_000);
    await other.query("ROLLBACK");
  } finally {
    await other.end();
  }
  await expect(underDuty(ctx, { name: "sweep", term }).db.transact(set("b"))).rejects.toBeDefined();
});

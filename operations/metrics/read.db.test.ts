import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TIMING } from "../../core/sequencer/timing.ts";
import { connect } from "../../prisma/client.ts";
import { leaveNode, publishBeat, showNode } from "../../prisma/store/sequencer.ts";
import { forgetTakeovers } from "../../prisma/store/sequencer-watch.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { GONE_MS, takeIdentity } from "../sequencer/identity.ts";
import { readFigures } from "./read.ts";

let test: TestContext;
beforeEach(async () => {
  test = await testContext();
});
afterEach(() => test.end());

/** Gauges and counters by name, with their label's value after a colon. */
async function valuesOf(): Promise<Record<string, number>> {
  const { values } = await readFigures(test.ctx);
  return Object.fromEntries(
    values.map(({ name, value, labels }) => [
      [name.replace("waybill_", ""), ...Object.values(labels ?? {})].join(":"),
      value,
    ]),
  );
}

async function beats(...writers: readonly string[]): Promise<void> {
  for (const writer of writers) {
    const after = (await valuesOf()).seq_epoch ?? 0;
    const publication = { after, writer, incarnation: `${writer}/1`, handsOver: false };
    await publishBeat(test.ctx.db, publication, TIMING);
  }
}

it("before the first beat there is nothing to tell of one", async () => {
  expect(await valuesOf()).toEqual({
    database_up: 1,
    seq_epoch: 0,
    seq_position: 0,
    seq_nodes: 0,
    seq_unsequenced: 0,
    seq_unsequenced_oldest_seconds: 0,
    "seq_cas_total:won": 0,
    "seq_cas_total:lost": 0,
    seq_takeovers_total: 0,
  });
});

it("counts beats, takeovers and what waits", async () => {
  const collection = await makeCollection(test.ctx.db);
  await makeBatch(test.ctx.db, collection);
  await makeBatch(test.ctx.db, collection);
  expect(await valuesOf()).toMatchObject({ seq_unsequenced: 2, seq_position: 0 });
  await beats("one", "one", "two", "one");
  await makeBatch(test.ctx.db, collection);
  const values = await valuesOf();
  expect(values).toMatchObject({
    seq_epoch: 4,
    seq_position: 2,
    seq_term: 4,
    seq_unsequenced: 1,
    "seq_cas_total:won": 4,
    seq_takeovers_total: 3,
  });
  expect(values.seq_beat_age_seconds).toBeGreaterThanOrEqual(0);
  const { gaps } = await readFigures(test.ctx);
  // the first beat of all has no gap
  expect(gaps.map(({ number }) => number)).toEqual([3, 2]);
});

it("goes on counting takeovers when earlier ones are forgotten", async () => {
  await beats("one", "two", "one", "two");
  expect(await forgetTakeovers(test.ctx.db, 1)).toBe(3);
  await beats("one");
  expect(await valuesOf()).toMatchObject({ seq_takeovers_total: 5 });
});

it("never counts fewer lost beats when a process takes over a node", async () => {
  const { db } = test.ctx;
  const first = { ...(await takeIdentity(test.ctx, randomUUID())), beatsLost: 5 };
  await showNode(db, first, GONE_MS);
  expect(await valuesOf()).toMatchObject({ "seq_cas_total:lost": 5, seq_nodes: 1 });
  await leaveNode(db, first);
  const second = { ...(await takeIdentity(test.ctx, randomUUID())), beatsLost: 2 };
  expect(second.key).toBe(first.key);
  await showNode(db, { ...second, beatsLost: 0 }, GONE_MS);
  expect(await valuesOf()).toMatchObject({ "seq_cas_total:lost": 5 });
  await showNode(db, second, GONE_MS);
  expect(await valuesOf()).toMatchObject({ "seq_cas_total:lost": 7 });
});

it("tells that the database is away", async () => {
  const db = connect("postgresql://waybill@127.0.0.1:1/waybill", { max: 1, name: "test" });
  try {
    expect(await readFigures({ db })).toEqual({
      values: [{ name: "waybill_database_up", value: 0 }],
      gaps: [],
    });
  } finally {
    await db.$disconnect();
  }
});

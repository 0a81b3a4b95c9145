import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TIMING } from "../../core/sequencer/timing.ts";
import { publishBeat, showNode } from "../../prisma/store/sequencer.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { forgetOldTakeovers } from "./forget-takeovers.ts";
import { getSequencer } from "./get.ts";
import { takeIdentity } from "./identity.ts";
import { stepDown } from "./step-down.ts";

let test: TestContext;
let seq = 0;

beforeEach(async () => {
  test = await testContext();
  seq = 0;
});
afterEach(() => test.end());

const node = async () => {
  const { key, incarnation } = await takeIdentity(test.ctx, randomUUID());
  return { key, incarnation };
};
type Node = Awaited<ReturnType<typeof node>>;

async function beat({ key: writer, incarnation }: Node, handsOver = false): Promise<number> {
  const { latest } = await publishBeat(test.ctx.db, { after: seq, writer, incarnation, handsOver }, TIMING);
  seq = latest.beat.seq;
  return latest.beat.term;
}
const reason = "its disk is replaced";

it("of an installation that has just been made says that there is nothing yet", async () => {
  expect(await getSequencer(test.ctx)).toEqual({
    tickMs: 62.5,
    store: "postgres",
    writer: null,
    ring: [],
    position: 0,
    waiting: { count: 0, isMore: false, oldestAt: null },
    takeovers: [],
    may: { stepDown: false },
  });
});

it("says who writes since when, who is next, what waits, and who took over from whom", async () => {
  const [one, two] = [await node(), await node()];
  await makeBatch(test.ctx.db, await makeCollection(test.ctx.db));
  await beat(one);
  await beat(one, true);
  const term = await beat(two);
  await makeBatch(test.ctx.db, await makeCollection(test.ctx.db));
  // however long all that took, both have just shown up
  await test.ctx.db.$executeRaw`UPDATE sequencer_node SET seen_at = clock_timestamp()`;
  const view = await getSequencer(test.ctx);
  expect(view).toMatchObject({
    writer: { writer: two.key, seq: 3, term, period: 1, since: expect.any(String) },
    position: 1,
    waiting: { count: 1, isMore: false, oldestAt: expect.any(String) },
    may: { stepDown: true },
  });
  expect(new Map(view.ring.map(({ key, distance }) => [key, distance]))).toEqual(
    new Map([
      [two.key, 0],
      [one.key, 1],
    ]),
  );
  expect(view.takeovers).toMatchObject([
    { term: 3, from: one.key, to: two.key, gapMs: expect.any(Number), inPeace: true },
    { term: 1, from: null, to: one.key, gapMs: null, inPeace: false },
  ]);
  expect(await forgetOldTakeovers(test.ctx)).toBe(0);
});

it("the writer is asked to step down for its term only, and that is audited", async () => {
  const [one, two] = [await node(), await node()];
  const term = await beat(one);
  const view = await stepDown(test.ctx, { term, reason });
  expect(view.ring.find(({ key }) => key === one.key)).toMatchObject({ isAskedToStepDown: true });
  expect(await showNode(test.ctx.db, { ...one, beatsLost: 0 }, 5_000)).toMatchObject({ stepDownTerm: term });
  expect(await showNode(test.ctx.db, { ...two, beatsLost: 0 }, 5_000)).toMatchObject({
    stepDownTerm: undefined,
  });
  expect(await test.ctx.db.audit.findMany()).toMatchObject([
    { action: "sequencer.step-down", target: one.key, reason, before: { term } },
  ]);
  await beat(two);
  await expect(stepDown(test.ctx, { term, reason })).rejects.toMatchObject({ code: "stale_state" });
});

it("a worker that is alone is not asked to", async () => {
  const term = await beat(await node());
  expect((await getSequencer(test.ctx)).may.stepDown).toBe(false);
  await expect(stepDown(test.ctx, { term, reason })).rejects.toMatchObject({ code: "stale_state" });
  expect(await test.ctx.db.audit.count()).toBe(0);
});

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  COMMITTED,
  claimedLanes,
  finish,
  movesOf,
  watchedSteps,
} from "../../../tests/factories/claimed-lanes.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";

let test: TestContext;
let other: pg.Client;
beforeAll(async () => {
  test = await testContext();
  other = new pg.Client({ connectionString: test.ctx.env.DATABASE_URL });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await test.end();
});
afterEach(() => other.query("ROLLBACK"));

describe("in a group of lanes", () => {
  it("one whose claim is lost fails alone", async () => {
    const lanes = await claimedLanes(test.ctx.db, 3);
    const { steps } = watchedSteps(test.ctx.db);
    const claims = lanes.map(({ claimed }, place) => (place === 1 ? { ...claimed, fence: 4n } : claimed));
    const begun = await Promise.all(claims.map((claimed) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual([
      lanes[0]?.batchIds[0],
      undefined,
      lanes[2]?.batchIds[0],
    ]);
    const on = await Promise.all(
      claims.map((claimed, place) =>
        steps.endAndBegin(claimed, finish(lanes[place]?.batchIds[0] ?? "", begun[place]?.attemptId ?? 0n)),
      ),
    );
    expect(on.map((one) => one?.begun?.batchId)).toEqual([
      lanes[0]?.batchIds[1],
      undefined,
      lanes[2]?.batchIds[1],
    ]);
    expect(await movesOf(test.ctx.db, lanes[1]?.batchIds[0] ?? "")).toEqual([]);
  });

  it.each(["lane", "batch"] as const)("one whose %s is locked waits alone", async (table) => {
    const lanes = await claimedLanes(test.ctx.db, 3);
    const { steps } = watchedSteps(test.ctx.db);
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    const [, locked] = lanes;
    await other.query("BEGIN");
    const id = table === "lane" ? locked?.laneId : locked?.batchIds[0];
    await other.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const done: number[] = [];
    const all = lanes.map(async ({ claimed, batchIds }, place) => {
      const on = await steps.endAndBegin(claimed, finish(batchIds[0] ?? "", begun[place]?.attemptId ?? 0n));
      done.push(place);
      return on?.begun?.batchId;
    });
    await Promise.all([all[0], all[2]]);
    expect(done.toSorted()).toEqual([0, 2]);
    await other.query("ROLLBACK");
    expect(await all[1]).toBe(locked?.batchIds[1]);
  });

  it("one whose collection is held begins nothing, and the others go on", async () => {
    const lanes = await claimedLanes(test.ctx.db, 2);
    const [held, free] = lanes;
    await test.ctx.db.collection.updateMany({
      where: { laneId: held?.laneId ?? "" },
      data: { heldAt: new Date(), heldReason: "disks are moved" },
    });
    const { steps } = watchedSteps(test.ctx.db);
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual([undefined, free?.batchIds[0]]);
  });

  it("that fails as a whole each goes on alone", async () => {
    const lanes = await claimedLanes(test.ctx.db, 3);
    const { steps, said, failed } = watchedSteps(test.ctx.db, { fails: 1 });
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[0]));
    // the group, and for each a look and the step
    expect(said).toHaveLength(7);
    expect(failed).toEqual([["Error: the group fails", 3]]);
  });

  it("whose answer is lost after its commit each goes on with what was begun, once", async () => {
    const lanes = await claimedLanes(test.ctx.db, 3);
    const first = await Promise.all(
      lanes.map(({ claimed }) =>
        watchedSteps(test.ctx.db, { fails: 1, after: true }).steps.beginNext(claimed),
      ),
    );
    expect(first.map((one) => one?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[0]));
    const { steps, failed } = watchedSteps(test.ctx.db, { fails: 1, after: true });
    const second = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) =>
        steps.endAndBegin(claimed, finish(batchIds[0] ?? "", first[place]?.attemptId ?? 0n)),
      ),
    );
    expect(failed).toEqual([["Error: the group fails", 3]]);
    expect(second.map((on) => on?.begun?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[1]));
    expect(second.map((on) => Buffer.from(on?.begun?.body ?? []).toString())).toEqual(["abc", "abc", "abc"]);
    for (const { laneId, batchIds } of lanes) {
      expect(await test.ctx.db.attempt.count({ where: { laneId } })).toBe(2);
      expect(await movesOf(test.ctx.db, batchIds[0] ?? "")).toEqual(COMMITTED);
    }
  });

  it("whose answer is lost goes on with nothing once its claim is lost too", async () => {
    const [lane] = await claimedLanes(test.ctx.db, 1);
    if (!lane) throw new Error("no lane");
    const first = await watchedSteps(test.ctx.db).steps.beginNext(lane.claimed);
    const meanwhile = () =>
      test.ctx.db.$executeRaw`UPDATE lane SET fence = fence + 1 WHERE id = ${lane.laneId}`;
    const { steps } = watchedSteps(test.ctx.db, { fails: 1, after: true, meanwhile });
    const on = await steps.endAndBegin(lane.claimed, finish(lane.batchIds[0] ?? "", first?.attemptId ?? 0n));
    expect(on).toBeUndefined();
  });

  it("one asked for under an old claim too is not taken for it", async () => {
    const [lane] = await claimedLanes(test.ctx.db, 1);
    if (!lane) throw new Error("no lane");
    const { steps } = watchedSteps(test.ctx.db);
    const [first = "", second = ""] = lane.batchIds;
    const old = { ...lane.claimed, fence: 4n };
    const begun = await Promise.all([old, lane.claimed].map((claimed) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual([undefined, first]);
    const { id } = await test.ctx.db.attempt.findFirstOrThrow({ where: { batchId: first } });
    const on = await Promise.all(
      [lane.claimed, old].map((claimed) => steps.endAndBegin(claimed, finish(first, id))),
    );
    expect(on.map((one) => one?.begun?.batchId)).toEqual([second, undefined]);
  });

  it("there are at most 64", async () => {
    const { steps, said } = watchedSteps(test.ctx.db);
    expect(await Promise.all(Array.from({ length: 65 }, (_, place) => steps.load(`lane ${place}`)))).toEqual(
      Array.from({ length: 65 }, () => undefined),
    );
    expect(said).toHaveLength(2);
  });
});

import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endMoves } from "../../../core/lane/end-moves.ts";
import { AT_REST } from "../../../core/lane/submission.ts";
import { makeLaneScene } from "../../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import type { Sql } from "../../sql.ts";
import type { Ended } from "../attempt/serial.ts";
import { openLaneSteps } from "./gathered.ts";

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

/**
 * The pool, with what went through it. `fails`: how many statements fail first, and whether before they are made or after
 * their commit, as when the connection breaks before the answer; `meanwhile`: what happens then.
 */
function watched({ fails = 0, after = false, meanwhile = async (): Promise<unknown> => undefined } = {}) {
  const { db } = test.ctx;
  const said: string[] = [];
  let left = fails;
  const hear = (text: TemplateStringsArray | { readonly sql: string }) => {
    said.push("raw" in text ? text.join("?") : text.sql);
    left -= 1;
    if (left >= 0 && !after) throw new Error("the group fails");
  };
  const answer = async <Result>(result: Result): Promise<Result> => {
    if (left < 0 || !after) return result;
    await meanwhile();
    throw new Error("the group fails");
  };
  const sql: Sql = {
    $queryRaw: async (text, ...values) => {
      hear(text);
      return answer(await db.$queryRaw(text, ...values));
    },
    $executeRaw: async (text, ...values) => {
      hear(text);
      return answer(await db.$executeRaw(text, ...values));
    },
  };
  const failed: unknown[] = [];
  const onFailed = (error: unknown, lanes: number) => failed.push([String(error), lanes]);
  return { steps: openLaneSteps(sql, { onFailed }), said, failed };
}

const LATER = new Date(Date.now() + 600_000);

/** Lanes claimed under fence 5, each with two batches in line. */
async function claimedLanes(count: number) {
  const { db } = test.ctx;
  const lanes = [];
  for (let place = 0; place < count; place += 1) {
    const scene = await makeLaneScene(db);
    const batchIds = [await scene.add("Pending"), await scene.add("Pending")];
    const claim = { fence: 5n, leaseOwner: "w", leaseUntil: LATER, leaseLast: LATER };
    await db.lane.update({ where: { id: scene.laneId }, data: claim });
    const claimed = { laneId: scene.laneId, fence: 5n, instance: "w", postTimeoutMs: 1_000, settleMs: 500 };
    lanes.push({ ...scene, batchIds, claimed });
  }
  return lanes;
}

/** A batch whose ledger took it and has committed it, or found it invalid; neither is recorded yet. */
function ended(batchId: string, attemptId: bigint, status: "Committed" | "Invalid" = "Committed"): Ended {
  const change = { ...AT_REST, submitted: true, status } as const;
  return {
    batchId,
    from: { submitted: true, status: "Pending" },
    change,
    moves: endMoves(change, true).map((move) => ({ ...move, actor: "Waybill" })),
    actor: "Waybill",
    accepted: {
      answer: {
        attemptId,
        fence: 5n,
        outcome: "accepted",
        httpStatus: 202,
        ledgerCode: null,
        message: null,
        isOver: true,
      },
      change: { ...AT_REST, submitted: true, status: "Pending", accepted: "now", nextCheckInMs: 0 },
    },
  };
}

const eventsOf = async (batchId: string) =>
  (await test.ctx.db.event.findMany({ where: { batchId }, orderBy: { id: "asc" } })).map(
    ({ from, to }) => `${from} ${to}`,
  );
const COMMITTED = [
  "Pending Processing",
  "submitting Pending",
  "Pending Committed",
  "Processing Reporting",
  "Reporting Completed",
];

describe("lanes that ask at the same time", () => {
  it("begin, end and begin again in a statement each, with all events of each batch in order", async () => {
    const lanes = await claimedLanes(3);
    const { steps, said } = watched();
    const first = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    expect(first.map((begun) => begun?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[0]));
    const second = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) =>
        steps.endAndBegin(claimed, ended(batchIds[0] ?? "", first[place]?.attemptId ?? 0n)),
      ),
    );
    expect(second.map((on) => on?.begun?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[1]));
    const last = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) =>
        steps.endAndBegin(claimed, ended(batchIds[1] ?? "", second[place]?.begun?.attemptId ?? 0n)),
      ),
    );
    expect(last).toEqual(lanes.map(() => ({ begun: undefined, isLast: true })));
    expect(said).toHaveLength(3);
    for (const batchId of lanes.flatMap(({ batchIds }) => batchIds))
      expect(await eventsOf(batchId)).toEqual(COMMITTED);
  });

  it("are read, and given back, in a statement each; one that changed meanwhile is due again", async () => {
    const lanes = await claimedLanes(3);
    const { steps, said } = watched();
    const turns = await Promise.all(lanes.map(({ laneId }) => steps.load(laneId)));
    expect(turns.map((turn) => turn?.queued.map(({ batchId }) => batchId))).toEqual(
      lanes.map(({ batchIds }) => [batchIds[0]]),
    );
    await Promise.all(
      lanes.map(({ laneId }, place) => {
        const touched = (turns[place]?.touched ?? 0n) - (place === 1 ? 1n : 0n);
        return steps.release({ laneId, fence: 5n, touched, dueAt: place === 2 ? LATER : null });
      }),
    );
    expect(said).toHaveLength(2);
    const rows = await Promise.all(
      lanes.map(({ laneId: id }) => test.ctx.db.lane.findUniqueOrThrow({ where: { id } })),
    );
    expect(rows.map(({ leaseOwner, leaseLast }) => [leaseOwner, leaseLast])).toEqual(
      lanes.map(() => [null, null]),
    );
    expect(rows.map(({ dueAt }) => dueAt)).toEqual([null, expect.any(Date), LATER]);
  });

  it("are in statements of their own where they write something else", async () => {
    const lanes = await claimedLanes(2);
    const { steps, said } = watched();
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    const [good, bad] = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) => {
        const status = place === 0 ? "Committed" : "Invalid";
        return steps.endAndBegin(claimed, ended(batchIds[0] ?? "", begun[place]?.attemptId ?? 0n, status));
      }),
    );
    expect([good?.begun?.batchId, bad?.begun?.batchId]).toEqual(lanes.map(({ batchIds }) => batchIds[1]));
    expect(said).toHaveLength(3);
    const stands = await Promise.all(
      lanes.map(({ batchIds }) => test.ctx.db.batch.findUniqueOrThrow({ where: { id: batchIds[0] ?? "" } })),
    );
    expect(stands.map(({ submissionStatus, state }) => [submissionStatus, state])).toEqual([
      ["Committed", "Completed"],
      ["Invalid", "Failed"],
    ]);
  });
});

it("a batch of many bytes comes whole, read apart from the statement that locks its lane", async () => {
  const lanes = await claimedLanes(2);
  const [large] = lanes;
  const body = Buffer.alloc(1_025, "x");
  await test.ctx.db.ledgerBatch.update({ where: { batchId: large?.batchIds[0] ?? "" }, data: { body } });
  const { steps, said } = watched();
  const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
  expect(begun.map((one) => Buffer.from(one?.body ?? []))).toEqual([body, Buffer.from("abc")]);
  expect(said).toHaveLength(2);
});

describe("in a group of lanes", () => {
  it("one whose claim is lost fails alone", async () => {
    const lanes = await claimedLanes(3);
    const { steps } = watched();
    const claims = lanes.map(({ claimed }, place) => (place === 1 ? { ...claimed, fence: 4n } : claimed));
    const begun = await Promise.all(claims.map((claimed) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual([
      lanes[0]?.batchIds[0],
      undefined,
      lanes[2]?.batchIds[0],
    ]);
    const on = await Promise.all(
      claims.map((claimed, place) =>
        steps.endAndBegin(claimed, ended(lanes[place]?.batchIds[0] ?? "", begun[place]?.attemptId ?? 0n)),
      ),
    );
    expect(on.map((one) => one?.begun?.batchId)).toEqual([
      lanes[0]?.batchIds[1],
      undefined,
      lanes[2]?.batchIds[1],
    ]);
    expect(await eventsOf(lanes[1]?.batchIds[0] ?? "")).toEqual([]);
  });

  it.each(["lane", "batch"] as const)("one whose %s is locked waits alone", async (table) => {
    const lanes = await claimedLanes(3);
    const { steps } = watched();
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    const [, locked] = lanes;
    await other.query("BEGIN");
    const id = table === "lane" ? locked?.laneId : locked?.batchIds[0];
    await other.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const done: number[] = [];
    const all = lanes.map(async ({ claimed, batchIds }, place) => {
      const on = await steps.endAndBegin(claimed, ended(batchIds[0] ?? "", begun[place]?.attemptId ?? 0n));
      done.push(place);
      return on?.begun?.batchId;
    });
    await Promise.all([all[0], all[2]]);
    expect(done.toSorted()).toEqual([0, 2]);
    await other.query("ROLLBACK");
    expect(await all[1]).toBe(locked?.batchIds[1]);
  });

  it("one whose collection is held begins nothing, and the others go on", async () => {
    const lanes = await claimedLanes(2);
    const [held, free] = lanes;
    await test.ctx.db.collection.updateMany({
      where: { laneId: held?.laneId ?? "" },
      data: { heldAt: new Date(), heldReason: "disks are moved" },
    });
    const { steps } = watched();
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual([undefined, free?.batchIds[0]]);
  });

  it("that fails as a whole each goes on alone", async () => {
    const lanes = await claimedLanes(3);
    const { steps, said, failed } = watched({ fails: 1 });
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[0]));
    // the group, and for each a look and the step
    expect(said).toHaveLength(7);
    expect(failed).toEqual([["Error: the group fails", 3]]);
  });

  it("whose answer is lost after its commit each goes on with what was begun, once", async () => {
    const lanes = await claimedLanes(3);
    const first = await Promise.all(
      lanes.map(({ claimed }) => watched({ fails: 1, after: true }).steps.beginNext(claimed)),
    );
    expect(first.map((one) => one?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[0]));
    const { steps, failed } = watched({ fails: 1, after: true });
    const second = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) =>
        steps.endAndBegin(claimed, ended(batchIds[0] ?? "", first[place]?.attemptId ?? 0n)),
      ),
    );
    expect(failed).toEqual([["Error: the group fails", 3]]);
    expect(second.map((on) => on?.begun?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[1]));
    expect(second.map((on) => Buffer.from(on?.begun?.body ?? []).toString())).toEqual(["abc", "abc", "abc"]);
    for (const { laneId, batchIds } of lanes) {
      expect(await test.ctx.db.attempt.count({ where: { laneId } })).toBe(2);
      expect(await eventsOf(batchIds[0] ?? "")).toEqual(COMMITTED);
    }
  });

  it("whose answer is lost goes on with nothing once its claim is lost too", async () => {
    const [lane] = await claimedLanes(1);
    if (!lane) throw new Error("no lane");
    const first = await watched().steps.beginNext(lane.claimed);
    const meanwhile = () =>
      test.ctx.db.$executeRaw`UPDATE lane SET fence = fence + 1 WHERE id = ${lane.laneId}`;
    const { steps } = watched({ fails: 1, after: true, meanwhile });
    const on = await steps.endAndBegin(lane.claimed, ended(lane.batchIds[0] ?? "", first?.attemptId ?? 0n));
    expect(on).toBeUndefined();
  });

  it("one asked for under an old claim too is not taken for it", async () => {
    const [lane] = await claimedLanes(1);
    if (!lane) throw new Error("no lane");
    const { steps } = watched();
    const [first = "", second = ""] = lane.batchIds;
    const old = { ...lane.claimed, fence: 4n };
    const begun = await Promise.all([old, lane.claimed].map((claimed) => steps.beginNext(claimed)));
    expect(begun.map((one) => one?.batchId)).toEqual([undefined, first]);
    const { id } = await test.ctx.db.attempt.findFirstOrThrow({ where: { batchId: first } });
    const on = await Promise.all(
      [lane.claimed, old].map((claimed) => steps.endAndBegin(claimed, ended(first, id))),
    );
    expect(on.map((one) => one?.begun?.batchId)).toEqual([second, undefined]);
  });

  it("there are at most 64", async () => {
    const { steps, said } = watched();
    expect(await Promise.all(Array.from({ length: 65 }, (_, place) => steps.load(`lane ${place}`)))).toEqual(
      Array.from({ length: 65 }, () => undefined),
    );
    expect(said).toHaveLength(2);
  });
});

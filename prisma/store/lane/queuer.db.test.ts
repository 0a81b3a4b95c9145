import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BATCH_STATES, SUBMISSION_STATUSES } from "../../../core/batch/states.ts";
import type { BatchFacts, LaneFacts } from "../../../core/lane/facts.ts";
import { queueOf } from "../../../core/lane/head.ts";
import { listQueued } from "../../../tests/lanes/list-queued.ts";
import { makeLane } from "../../../tests/lanes/make-lanes.ts";
import { batchesOf, laneOf, QUEUER_CASES } from "../../../tests/lanes/queuer-cases.ts";
import { testDatabase } from "../../../tests/setup/database.ts";
import { connect, type Db } from "../../client.ts";
import { loadTurn } from "./turn.ts";

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  db = connect(database.url, { max: 2, name: "test" });
  drop = async () => {
    await db.$disconnect();
    await database.drop();
  };
});
afterAll(() => drop());

const queuedOf = async (laneId: string) =>
  (await listQueued(db, 1_000_000))
    .filter((row) => row.laneId === laneId)
    .map(({ batchId, how }) => ({ batchId, how }));

describe("the queuer's statement", () => {
  it("says what the table says, for all lanes at once", async () => {
    for (const isPaused of [false, true]) {
      const expected = new Map<string, string[]>();
      for (const one of QUEUER_CASES.filter((each) => laneOf(each).isPaused === isPaused)) {
        const { laneId, ids } = await makeLane(db, laneOf(one), batchesOf(one));
        expected.set(
          laneId,
          one[2].map((entry) => `${ids[Number(entry.split(":")[0])]}:${entry.split(":")[1]}`),
        );
      }
      const rows = await listQueued(db, 10_000);
      for (const [laneId, wanted] of expected) {
        const got = rows.filter((row) => row.laneId === laneId);
        expect(got.map(({ batchId, how }) => `${batchId}:${how}`)).toEqual(wanted);
      }
    }
  });

  it("agrees with the pure rule, lane by lane, on random lanes", async () => {
    const lane: fc.Arbitrary<LaneFacts> = fc.record({
      ordering: fc.constantFrom("serial", "unordered"),
      width: fc.integer({ min: 1, max: 4 }),
      startsWhen: fc.constantFrom("accepted", "positioned"),
      isRepository: fc.boolean(),
      isHeld: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
      isHalted: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
      isPaused: fc.integer({ min: 0, max: 3 }).map((roll) => roll === 0),
    });
    const batch: fc.Arbitrary<Omit<BatchFacts, "id" | "laneSeq">> = fc.record({
      state: fc.oneof(
        { weight: 3, arbitrary: fc.constant("Pending" as const) },
        fc.constantFrom(...BATCH_STATES),
      ),
      submitted: fc.integer({ min: 0, max: 3 }).map((roll) => roll === 0),
      status: fc.oneof(
        { weight: 6, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...SUBMISSION_STATUSES) },
      ),
      unresolved: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
      hasPosition: fc.boolean(),
      delayedUntil: fc.constantFrom(null, new Date("2020-01-01"), new Date("2200-01-01")),
    });
    await fc.assert(
      fc.asyncProperty(lane, fc.array(batch, { maxLength: 7 }), async (facts, drawn) => {
        const batches = drawn.map((one, place) => ({ ...one, laneSeq: BigInt(place + 1) }));
        const { laneId, ids } = await makeLane(db, facts, batches);
        const withIds = batches.map((one, place) => ({ ...one, id: ids[place] ?? "" }));
        const bySeq = new Map(withIds.map(({ id, laneSeq }) => [id, laneSeq]));
        const wanted = queueOf(facts, withIds, new Date()).sort((a, b) =>
          (bySeq.get(a.batchId) ?? 0n) < (bySeq.get(b.batchId) ?? 0n) ? -1 : 1,
        );
        expect(await queuedOf(laneId)).toEqual(wanted);
        // a turn of the lane reads the same
        expect((await loadTurn(db, laneId))?.queued).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AlarmKind } from "../../../core/lane/alarm.ts";
import { makeLaneScene } from "../../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import type { Prisma } from "../../generated/client.ts";
import { countAlarmedLanes, listBatchAlarms, listLaneAlarms } from "./alarms.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});

afterAll(() => test.end());

type Given = Partial<Prisma.BatchUncheckedCreateInput>;
/** `waitedS`: since its acceptance, null when that is unknown. */
type Case = readonly [
  name: string,
  batch: Given,
  waitedS: number | null,
  kind: AlarmKind | null,
  more?: More,
];
type More = {
  readonly lane?: Prisma.LaneUncheckedUpdateInput;
  readonly validForS?: number;
  readonly scale?: number;
};

const LONG_AGO = new Date("2020-01-01");
const pending = { submitted: true, submissionStatus: "Pending" } as const;
const valid = { submitted: true, submissionStatus: "Valid" } as const;
const unknown = { submissionStatus: "Unknown" } as const;

/** Some seconds away from the thresholds, since the database's clock runs on during the test. */
const CASES: readonly Case[] = [
  ["Pending for 4 min", pending, 240, null],
  ["Pending for 5 min", pending, 301, "long_pending"],
  ["Pending for 29 min", pending, 1_740, "long_pending"],
  ["Pending for 30 min", pending, 1_801, "stuck_pending"],
  ["Pending, nobody heard when it was accepted", { ...pending, stateAt: LONG_AGO }, null, "stuck_pending"],
  ["Valid for 50 s", valid, 50, null],
  ["Valid for 61 s", valid, 61, "stuck_valid"],
  ["Pending for long, Valid for 5 s", valid, 600, null, { validForS: 5 }],
  ["Pending for long, Valid for 61 s", valid, 600, "stuck_valid", { validForS: 61 }],
  ["Unknown because it stays Valid", unknown, 600, "stuck_valid", { validForS: 61 }],
  ["Unknown, not asked yet", unknown, 600, null],
  ["Unknown, its ledger has forgotten it", { ...unknown, checks: 3, unknownCount: 1 }, 600, null],
  [
    "forgotten twice",
    { ...unknown, forgottenCount: 2, forgottenAt: LONG_AGO, checks: 3, unknownCount: 1 },
    600,
    null,
  ],
  [
    "forgotten three times, Unknown",
    { ...unknown, forgottenCount: 3, forgottenAt: LONG_AGO, checks: 3, unknownCount: 1 },
    null,
    "keeps_forgetting",
  ],
  [
    "forgotten three times, taken again",
    { ...pending, forgottenCount: 3, forgottenAt: LONG_AGO, stateAt: new Date() },
    null,
    "keeps_forgetting",
  ],
  [
    "forgotten three times, Committed at last",
    { submitted: true, submissionStatus: "Committed", state: "Completed", forgottenCount: 3 },
    6_000,
    null,
  ],
  ["Committed", { submitted: true, submissionStatus: "Committed", state: "Completed" }, 6_000, null],
  ["of a held lane too", pending, 301, "long_pending", { lane: { heldAt: new Date() } }],
  ["of the repository: jobs take their time", pending, 6_000, null, { lane: { backend: "repository" } }],
  ["a lane's own threshold", pending, 61, "long_pending", { lane: { settings: { stuckPendingMs: 60_000 } } }],
  ["a lane's own, higher one", valid, 600, null, { lane: { settings: { stuckValidMs: 3_600_000 } } }],
  ["all times scaled down", pending, 91, "stuck_pending", { scale: 0.05 }],
  ["all times scaled up", pending, 301, null, { scale: 2 }],
];

const alarmed = async (...of: Parameters<typeof countAlarmedLanes>) =>
  (await countAlarmedLanes(...of)).alarms;

const NAMED = CASES.map(([name, given, waitedS, kind, more = {}]) => ({
  name,
  given,
  waitedS,
  kind,
  ...more,
}));

describe("alarms", () => {
  it.each(NAMED)("$name", async ({ given, waitedS, kind, lane = {}, validForS, scale = 1 }) => {
    const { db } = test.ctx;
    const before = await alarmed(db, "all", scale);
    const scene = await makeLaneScene(db, { backend: "scabbard", ledger: "main", ...lane });
    const acceptedAt = waitedS === null ? null : new Date(Date.now() - waitedS * 1_000);
    const validSince = validForS === undefined ? undefined : new Date(Date.now() - validForS * 1_000);
    const batchId = await scene.add("Processing", { acceptedAt, validSince: validSince ?? null, ...given });
    const from = validSince ?? acceptedAt ?? LONG_AGO;
    const found = await listLaneAlarms(db, [scene.laneId], scale, "all");
    expect(found).toEqual(kind ? [{ laneId: scene.laneId, kind, batches: 1, from }] : []);
    expect(await alarmed(db, "all", scale)).toBe(before + (kind ? 1 : 0));
    const { id } = scene.collection;
    expect(await alarmed(db, [id], scale)).toBe(kind ? 1 : 0);
    const all = await listBatchAlarms(db, scale, 1_000);
    const own = { batchId, serviceId: scene.serviceId, kind, since: from };
    expect(all.filter((alarm) => alarm.batchId === batchId)).toEqual(kind ? [own] : []);
  });

  it("are counted by kind, from the first of each", async () => {
    const { db } = test.ctx;
    const scene = await makeLaneScene(db, {
      backend: "sawtooth",
      ledger: "main",
      ordering: "unordered",
      width: 9,
    });
    const at = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const [first, second, third] = [at(4_000), at(900), at(400)];
    for (const acceptedAt of [third, first, second, at(10)])
      await scene.add("Processing", { ...pending, acceptedAt });
    const found = await listLaneAlarms(db, [scene.laneId], 1, "all");
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ laneId: scene.laneId, kind: "stuck_pending", batches: 1, from: first });
    expect(found).toContainEqual({ laneId: scene.laneId, kind: "long_pending", batches: 2, from: second });
  });

  it("tell of several in flight in a serial lane, since the second came, and not of Held ones or an unordered lane", async () => {
    const { db } = test.ctx;
    const at = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const [first, second, third] = [at(50), at(40), at(30)];
    const kinds = async (laneId: string) => listLaneAlarms(db, [laneId], 1, "all");
    for (const backend of ["sawtooth", "repository"] as const) {
      const scene = await makeLaneScene(db, { backend, ledger: backend === "sawtooth" ? "main" : null });
      const { laneId, serviceId } = scene;
      const two = await scene.add("Processing", { ...pending, stateAt: second });
      await scene.add("Held", { stateAt: at(90) });
      await scene.add("Processing", { submitted: true, submissionStatus: "Committed", stateAt: at(90) });
      await scene.add("Pending");
      expect(await kinds(laneId)).toEqual([]);
      const one = await scene.add("Processing", { submissionStatus: "Unknown", stateAt: first });
      const three = await scene.add("Processing", { submitted: true, stateAt: third });
      expect(await kinds(laneId)).toEqual([{ laneId, kind: "several_open", batches: 3, from: second }]);
      expect(await alarmed(db, [scene.collection.id], 1)).toBe(1);
      const told = (await listBatchAlarms(db, 1, 1_000)).filter((alarm) => alarm.serviceId === serviceId);
      expect(told.map(({ batchId }) => batchId).sort()).toEqual([one, two, three].sort());
      for (const { kind, since } of told) expect([kind, since]).toEqual(["several_open", second]);
      await db.lane.update({ where: { id: laneId }, data: { ordering: "unordered", width: 2 } });
      expect(await kinds(laneId)).toEqual([]);
    }
  });

  it("tell of what a person decides, of halted lanes, and of ledgers that do not answer", async () => {
    const { db } = test.ctx;
    const at = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const scene = await makeLaneScene(db);
    const { laneId, serviceId, collection } = scene;
    const found = async () => listLaneAlarms(db, [laneId], 1, "all");
    const counted = () => countAlarmedLanes(db, [collection.id], 1);
    const lane = (data: Prisma.LaneUncheckedUpdateInput) => db.lane.update({ where: { id: laneId }, data });
    const [silentSince, haltedAt, unknownSince] = [at(61), at(40), at(30)];

    await lane({ silentSince });
    expect([await found(), await counted()]).toEqual([[], { alarms: 0, needPerson: 0 }]);
    const batchId = await scene.add("Processing", { ...pending, acceptedAt: at(100) });
    expect(await found()).toEqual([{ laneId, kind: "silent", batches: 0, from: silentSince }]);
    expect(await counted()).toEqual({ alarms: 1, needPerson: 0 });
    await lane({ silentSince: at(1_801) });
    expect((await found()).map(({ kind }) => kind)).toEqual(["unreachable"]);
    expect(await counted()).toEqual({ alarms: 1, needPerson: 1 });

    await lane({ silentSince: null, haltedAt });
    expect(await found()).toEqual([{ laneId, kind: "halted", batches: 0, from: haltedAt }]);
    const of = async () => (await listBatchAlarms(db, 1, 1_000)).filter((one) => one.serviceId === serviceId);
    expect(await of()).toEqual([{ batchId: null, serviceId, kind: "halted", since: haltedAt }]);
    await lane({ haltedAt: null });
    await db.batch.update({
      where: { id: batchId },
      data: { submitted: false, submissionStatus: "Unknown", unresolved: true, unknownSince },
    });
    expect(await of()).toEqual([{ batchId, serviceId, kind: "unresolved", since: unknownSince }]);
    expect(await counted()).toEqual({ alarms: 1, needPerson: 1 });
  });

  it("are none of no lanes", async () => {
    expect(await listLaneAlarms(test.ctx.db, [], 1, "all")).toEqual([]);
    expect(await alarmed(test.ctx.db, [], 1)).toBe(0);
  });
});

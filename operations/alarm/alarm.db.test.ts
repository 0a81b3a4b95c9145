import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Log } from "../../lib/log.ts";
import { makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { toldMemory } from "../../tests/factories/told-memory.ts";
import { clearAlarm } from "./clear.ts";
import { forgetAlarms } from "./forget.ts";
import { listAlarms } from "./list.ts";
import { raiseAlarm } from "./raise.ts";
import { warnOfAlarms } from "./warn.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});

afterEach(() => test.ctx.db.alarm.deleteMany());
afterAll(() => test.end());

const away = { kind: "working_storage_away", subject: "worker-1", message: "It is away. Mount it." } as const;
const objects = { kind: "object_storage_away", subject: "worker-1", message: "Mount that." } as const;

/** Makes the last raise this long ago. */
async function seenAgo(seconds: number): Promise<void> {
  const at = new Date(Date.now() - seconds * 1_000);
  await test.ctx.db.alarm.updateMany({ data: { since: at, seenAt: at } });
}

it("keeps since when an alarm is raised, and what was said last", async () => {
  await raiseAlarm(test.ctx, away);
  const first = await listAlarms(test.ctx);
  expect(first.items).toEqual([
    { ...away, since: expect.stringMatching(/Z$/), seenAt: expect.stringMatching(/Z$/) },
  ]);

  await seenAgo(50);
  await raiseAlarm(test.ctx, { ...away, message: "Still away." });
  const [again] = (await listAlarms(test.ctx)).items;
  expect(again?.message).toBe("Still away.");
  expect(Date.parse(again?.since ?? "")).toBeLessThan(Date.now() - 49_000);
  expect(Date.parse(again?.seenAt ?? "")).toBeGreaterThan(Date.now() - 10_000);
});

it("ends an alarm that is cleared, and one nobody raises any more", async () => {
  await raiseAlarm(test.ctx, away);
  await raiseAlarm(test.ctx, objects);
  await clearAlarm(test.ctx, away);
  expect((await listAlarms(test.ctx)).items.map(({ kind }) => kind)).toEqual(["object_storage_away"]);

  await seenAgo(61);
  expect((await listAlarms(test.ctx)).items).toEqual([]);
  await raiseAlarm(test.ctx, objects);
  const [anew] = (await listAlarms(test.ctx)).items;
  expect(Date.parse(anew?.since ?? "")).toBeGreaterThan(Date.now() - 10_000);
});

it("lists the worst first", async () => {
  await raiseAlarm(test.ctx, away);
  await raiseAlarm(test.ctx, objects);
  expect((await listAlarms(test.ctx)).items.map(({ kind }) => kind)).toEqual([
    "object_storage_away",
    "working_storage_away",
  ]);
});

it("draws the alarms of lanes together: which need a person, and whose ledger does not answer", async () => {
  const { db } = test.ctx;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const [first, second] = [await makeLaneScene(db), await makeLaneScene(db)];
  const names = [first.serviceId, second.serviceId].sort().join(", ");
  const since = ago(90);
  for (const { laneId } of [first, second])
    await db.lane.update({
      where: { id: laneId },
      data: { haltedAt: laneId === first.laneId ? since : ago(50) },
    });
  expect((await listAlarms(test.ctx)).items).toEqual([
    {
      kind: "lanes_need_person",
      subject: "",
      message: `Lanes need a person: ${names}.`,
      since: since.toISOString(),
      seenAt: expect.stringMatching(/Z$/),
    },
  ]);
  await db.lane.updateMany({ data: { haltedAt: null } });
  await first.add("Processing", { submitted: true, submissionStatus: "Pending", acceptedAt: ago(70) });
  await db.lane.update({ where: { id: first.laneId }, data: { silentSince: ago(61) } });
  await raiseAlarm(test.ctx, away);
  expect((await listAlarms(test.ctx)).items.map(({ kind, message }) => [kind, message])).toEqual([
    ["working_storage_away", "It is away. Mount it."],
    ["ledgers_silent", `The ledger of this lane does not answer: ${first.serviceId}. Waybill keeps trying.`],
  ]);
  await db.lane.updateMany({ data: { silentSince: null } });
});

it("tells of a lane that needs a person behind more alarms than are drawn together", async () => {
  const { db } = test.ctx;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const wide = await makeLaneScene(db, {
    backend: "sawtooth",
    ledger: "main",
    ordering: "unordered",
    width: 2_000,
  });
  const first = await wide.add("Processing", {
    submitted: true,
    submissionStatus: "Pending",
    acceptedAt: ago(600),
  });
  await db.$executeRaw`
    INSERT INTO batch SELECT copy.* FROM batch, generate_series(1, 1000) AS n, LATERAL jsonb_populate_record(
      batch, jsonb_build_object('id', batch.id || n, 'lane_seq', batch.lane_seq + n)) AS copy
    WHERE batch.id = ${first}`;
  expect((await listAlarms(test.ctx)).items).toEqual([]);
  const { laneId } = await makeLaneScene(db);
  await db.lane.update({ where: { id: laneId }, data: { haltedAt: ago(5) } });
  expect((await listAlarms(test.ctx)).items.map(({ kind, message }) => [kind, message])).toEqual([
    ["lanes_need_person", "1 lane needs a person."],
  ]);
  await db.lane.update({ where: { id: laneId }, data: { haltedAt: null } });
  await db.batch.updateMany({ where: { laneId: wide.laneId }, data: { submissionStatus: "Committed" } });
});

it("warns of each alarm once in the log, again when it comes back, and forgets what is long over", async () => {
  const lines: unknown[] = [];
  const log: Log = { ...test.ctx.log, warn: (facts: unknown, text?: string) => lines.push([facts, text]) };
  const memory = toldMemory();
  const warn = () => warnOfAlarms({ db: test.ctx.db, log }, memory);
  await raiseAlarm(test.ctx, away);
  await warn();
  await raiseAlarm(test.ctx, away);
  await warn();
  expect(lines.splice(0)).toEqual([[{ ...away, since: expect.any(Date) }, "alarm"]]);

  await seenAgo(601);
  await warn();
  expect(lines).toEqual([]);
  expect(await forgetAlarms(test.ctx)).toBe(1);
  expect(await test.ctx.db.alarm.count()).toBe(0);
  await raiseAlarm(test.ctx, away);
  await warn();
  expect(lines).toHaveLength(1);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Log } from "../../lib/log.ts";
import { makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { toldMemory } from "../../tests/factories/told-memory.ts";
import { warnOfLaneAlarms } from "./warn-of-alarms.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});

afterAll(() => test.end());

it("tells of each alarm once, of a worse one anew, and again when it comes back", async () => {
  const { db } = test.ctx;
  const lines: unknown[] = [];
  const log: Log = { ...test.ctx.log, warn: (facts: unknown, text?: string) => lines.push([facts, text]) };
  const memory = toldMemory();
  const warn = () => warnOfLaneAlarms({ ...test.ctx, log }, memory);
  const scene = await makeLaneScene(db, { backend: "sawtooth", ledger: "main" });
  const pending = { submitted: true, submissionStatus: "Pending" } as const;
  const acceptedAt = new Date(Date.now() - 301_000);
  const batch = await scene.add("Processing", { ...pending, acceptedAt });
  const accepted = (seconds: number) =>
    db.batch.update({ where: { id: batch }, data: { acceptedAt: new Date(Date.now() - seconds * 1_000) } });
  const line = (kind: string) => [
    expect.objectContaining({ lane: scene.serviceId, batch, kind }),
    "lane.alarm",
  ];

  await warn();
  await warn();
  expect(lines).toEqual([
    [{ lane: scene.serviceId, batch, kind: "long_pending", since: acceptedAt }, "lane.alarm"],
  ]);
  await accepted(1_801);
  await warn();
  await warn();
  expect(lines.splice(0)).toEqual([line("long_pending"), line("stuck_pending")]);
  await accepted(1);
  await warn();
  expect(lines).toEqual([]);
  await accepted(301);
  await warn();
  expect(lines.splice(0)).toEqual([line("long_pending")]);
  // it has ended and begun again while nobody looked
  await accepted(400);
  await warn();
  await warn();
  expect(lines).toEqual([line("long_pending")]);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { sweepInstances } from "./sweep-instances.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const DAY_MS = 86_400_000;

it("processes gone for 30 days are forgotten, but for one a claim names; what they tried stays", async () => {
  const { db } = test.ctx;
  const seen = (days: number) => new Date(Date.now() - days * DAY_MS);
  const rows: readonly (readonly [id: string, seenAt: Date, leftAt: Date | null])[] = [
    ["left-long-ago", seen(31), seen(31)],
    ["killed-long-ago", seen(400), null],
    ["claims", seen(31), null],
    ["gone-lately", seen(29), seen(29)],
    ["here", seen(0), null],
  ];
  for (const [id, seenAt, leftAt] of rows)
    await db.instance.create({ data: { id, name: "host", startedAt: seenAt, seenAt, leftAt } });
  const scene = await makeLaneScene(db, {
    backend: "sawtooth",
    ledger: "main",
    leaseOwner: "claims",
    leaseUntil: seen(31),
    leaseLast: seen(31),
  });
  const attempt = await scene.attempt(await scene.add("Processing"), { instance: "killed-long-ago" });
  expect(await sweepInstances(test.ctx)).toBe(2);
  const left = await db.instance.findMany({ orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual(["claims", "gone-lately", "here"]);
  expect((await db.attempt.findUniqueOrThrow({ where: { id: attempt } })).instance).toBe("killed-long-ago");
  await db.lane.update({ where: { id: scene.laneId }, data: { leaseOwner: null, leaseUntil: null } });
  expect(await sweepInstances(test.ctx)).toBe(1);
  expect(await sweepInstances(test.ctx)).toBe(0);
});

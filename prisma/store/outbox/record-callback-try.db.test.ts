import { afterAll, beforeAll, expect, it } from "vitest";
import { callbackScene } from "../../../tests/factories/callback-scene.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { recordCallbackTry } from "./callback.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const settings = { callbackUrl: "https://hooks.example.org/x" };
const tried = { httpStatus: 503, tookMs: 120, message: "503", pauseMs: 0 } as const;
const logOf = (outboxId: string) =>
  test.ctx.db.delivery.findMany({ where: { outboxId }, orderBy: { at: "desc" } });

/** A callback with earlier tries, one a minute, named by their place, the first one oldest. */
async function triedBefore(count: number): Promise<string> {
  const { id } = await callbackScene(test.ctx.db, { settings });
  await test.ctx.db.delivery.createMany({
    data: Array.from({ length: count }, (_, at) => ({
      id: `${id}-${at + 1}`,
      outboxId: id,
      at: new Date(Date.UTC(2026, 0, 1, 0, at)),
      tookMs: 1,
      message: `try ${at + 1}`,
    })),
  });
  return id;
}

it.each([
  [0, 1, "503"],
  [99, 100, "try 1"],
  [100, 100, "try 2"],
  [250, 100, "try 152"],
])("of a callback tried %i times before, %i tries are kept, back to %s", async (before, kept, oldest) => {
  const [id, other] = [await triedBefore(before), await triedBefore(120)];
  expect(await recordCallbackTry(test.ctx.db, { id, fence: 1n }, { ...tried, status: "Waiting" })).toBe(true);
  const log = await logOf(id);
  expect([log.length, log[0]?.message, log.at(-1)?.message]).toEqual([kept, "503", oldest]);
  expect(await logOf(other)).toHaveLength(120);
});

it("a try that may not be recorded removes none", async () => {
  const id = await triedBefore(120);
  expect(await recordCallbackTry(test.ctx.db, { id, fence: 7n }, { ...tried, status: "Failed" })).toBe(false);
  expect(await logOf(id)).toHaveLength(120);
});

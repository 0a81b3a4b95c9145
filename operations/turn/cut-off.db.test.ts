import { afterAll, beforeAll, expect, it } from "vitest";
import type { LaneAction } from "../../core/contracts/lane-requests.ts";
import { makeStanding } from "../../tests/factories/lane-scene.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { getLane } from "../lane/get.ts";
import { performOnLane } from "../lane/perform.ts";

let test: TestContext;
let ctx: Context;
beforeAll(async () => {
  test = await testContext();
  ctx = test.as(await makePerson(test.ctx.db, "operator"));
  const seenAt = new Date("2200-01-01");
  await test.ctx.db.instance.create({ data: { id: "host-1", name: "host", seenAt } });
});
afterAll(() => test.end());

const about = { reason: "the ledger's owner was asked", batchId: "" } as const;
const DECISIONS = [
  { action: "resend", ...about },
  { action: "resolve", as: "Committed", ...about },
  { action: "skip", ...about },
] as const satisfies readonly LaneAction[];

/** The outcome of an answered call, and whether its effect may still come. */
const OUTCOMES = [
  ["ambiguous", true],
  ["lost", true],
  ["busy", false],
  ["rejected", false],
] as const;

it.each(DECISIONS)(
  "$action waits until a call that was cut off has settled, or a skip for a word",
  async (ask) => {
    const { db } = test.ctx;
    for (const [outcome, mayCome] of OUTCOMES) {
      const scene = await makeStanding(db, "unknown");
      const settlesAt = new Date(Date.now() + 60_000);
      const id = await scene.attempt(scene.batchId, { answeredAt: new Date(), outcome, settlesAt });
      const go = () => performOnLane(ctx, scene.serviceId, { ...ask, batchId: scene.batchId });
      if (mayCome) {
        const isSkip = ask.action === "skip";
        const refusal = isSkip
          ? { code: "may_still_apply" }
          : { code: "batch_under_way", retryAt: settlesAt };
        await expect(go()).rejects.toMatchObject(refusal);
        const view = await getLane(ctx, scene.serviceId);
        expect(view.head).toMatchObject({
          call: null,
          effectUntil: settlesAt.toISOString(),
          may: { resend: false, resolve: false, skip: true },
        });
        expect(view.why.cause).toBe("asking");
        await db.attempt.update({ where: { id }, data: { settlesAt: new Date(Date.now() - 1) } });
      }
      expect((await getLane(ctx, scene.serviceId)).head).toMatchObject({ effectUntil: null });
      await go();
      expect(await db.attempt.findUniqueOrThrow({ where: { id } })).toMatchObject({ outcome });
    }
  },
);

import { afterEach, beforeEach, expect, it } from "vitest";
import { TIMING } from "../../core/sequencer/timing.ts";
import { publishBeat } from "../../prisma/store/sequencer.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { positionsHealth } from "./positions.ts";

let test: TestContext;
beforeEach(async () => {
  test = await testContext();
});
afterEach(() => test.end());

it("says whether positions are given: never yet, now, or not any more", async () => {
  const { db } = test.ctx;
  const ask = () => positionsHealth(db, TIMING.tickMs);
  expect(await ask()).toEqual({ positions: "none" });
  await publishBeat(db, { after: 0, writer: "one", incarnation: "one/1", handsOver: false }, TIMING);
  expect(await ask()).toEqual({ positions: "given" });
  await db.$executeRaw`UPDATE sequencer_latest SET at = clock_timestamp() - interval '6 seconds'`;
  expect(await ask()).toEqual({ positions: "late" });
});

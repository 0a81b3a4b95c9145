import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { openWorkshop, type WorkedLane, type Workshop } from "../../tests/factories/worked-lane.ts";

let test: TestContext;
let shop: Workshop;
beforeAll(async () => {
  test = await testContext();
  shop = await openWorkshop(test);
});
afterAll(async () => {
  await shop.end();
  await test.end();
});

/** The history of a batch: from and to of each event, in order. */
async function historyOf(batchId: string) {
  const events = await test.ctx.db.event.findMany({ where: { batchId }, orderBy: { id: "asc" } });
  return events.filter(({ to }) => to !== null).map(({ from, to }) => `${from} to ${to}`);
}

const idsOf = async (lane: WorkedLane) => (await lane.rows()).map(({ id }) => id);
const allCommitted = (rows: readonly { readonly submissionStatus: string | null }[]) =>
  rows.every(({ submissionStatus }) => submissionStatus === "Committed");

const AN_HOUR = 3_600_000;

/** These batches have no recipients, so they have no report. */
const WHOLE = [
  "null to Pending",
  "Pending to Processing",
  "submitting to Pending",
  "Pending to Committed",
  "Processing to Reporting",
  "Reporting to Completed",
];

it.each(["sawtooth", "scabbard"] as const)(
  "a batch of %s whose ledger decides at once has its whole history, its time of acceptance and its answer",
  async (backend) => {
    const lane = await shop.lane({ backend });
    shop.ledger.control({ fault: "settle", ms: 0, service: lane.service });
    await lane.submit(2);
    const rows = await lane.until(allCommitted);
    for (const { id, acceptedAt, state } of rows) {
      expect(await historyOf(id)).toEqual(WHOLE);
      expect({ state, isDated: acceptedAt !== null }).toEqual({ state: "Completed", isDated: true });
      expect(await test.ctx.db.attempt.findMany({ where: { batchId: id } })).toMatchObject([
        { outcome: "accepted", httpStatus: 202, lateAnswer: null },
      ]);
    }
  },
);

it("the acceptance is shown while the ledger takes its time over the first question", async () => {
  const lane = await shop.lane({
    backend: "sawtooth",
    settings: { askTimeoutMs: 100_000 },
    env: { LANE_TURN_MS: AN_HOUR },
  });
  shop.ledger.control({ fault: "settle", ms: 0, service: lane.service });
  shop.ledger.control({ fault: "slow", ms: 2_000, on: "status", service: lane.service, times: 1 });
  await lane.submit(1);
  const [id = ""] = await idsOf(lane);
  let isOver = false;
  const worked = lane.until(allCommitted).finally(() => {
    isOver = true;
  });
  const seen: string[] = [];
  while (!isOver) {
    const { submissionStatus } = await test.ctx.db.batch.findUniqueOrThrow({ where: { id } });
    if (submissionStatus !== null && seen.at(-1) !== submissionStatus) seen.push(submissionStatus);
    await sleep(20);
  }
  await worked;
  expect(seen[0]).toBe("Pending");
  expect(await historyOf(id)).toEqual(WHOLE);
});

it("an accepted batch that is still open is recorded as accepted", async () => {
  const lane = await shop.lane({ backend: "sawtooth" });
  shop.ledger.control({ fault: "settle", ms: 60_000, service: lane.service });
  await lane.submit(1);
  await lane.until(([row]) => row?.submissionStatus === "Pending");
  const [id = ""] = await idsOf(lane);
  expect(await historyOf(id)).toEqual(WHOLE.slice(0, 3));
  const attempts = await test.ctx.db.attempt.findMany({ where: { batchId: id } });
  expect(attempts).toMatchObject([{ outcome: "accepted", httpStatus: 202 }]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LaneQuery } from "../../core/contracts/lane-requests.ts";
import { EventQuery } from "../../core/contracts/requests.ts";
import { type LaneScene, makeLaneScene, STANDINGS, type Standing } from "../../tests/factories/lane-scene.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getBatch } from "../batch/get.ts";
import type { Context } from "../context.ts";
import { listEvents } from "../event/list.ts";
import { getLane } from "../lane/get.ts";
import { listLanes } from "../lane/list.ts";
import { readStatuses } from "../lane/read-statuses.ts";
import { getQueueState } from "../merritt/get-queue-state.ts";

/** Appears in every reason, hold and ledger message about the other collection's batches. */
const SECRET = "confidential";

let test: TestContext;
let scene: LaneScene;
/** A depositor of the second collection of a lane. */
let ada: Context;
let own: MadeCollection;
let other: string;

beforeAll(async () => {
  test = await testContext();
  // there is a worker, so the lane is said to wait for what its head waits for
  await test.ctx.db.instance.create({
    data: { id: "host-1", name: "host", seenAt: new Date("2200-01-01") },
  });
});
afterAll(() => test.end());

beforeEach(async () => {
  const { db } = test.ctx;
  scene = await makeLaneScene(db, { backend: "scabbard", ledger: "main" });
  own = { ...(await makeCollection(db)), laneId: scene.laneId };
  await db.collection.update({ where: { id: own.id }, data: { laneId: scene.laneId } });
  ada = test.as(await makePerson(db, "depositor", [own]));
});

async function stand(standing: Standing): Promise<void> {
  const [state, given] = STANDINGS[standing];
  const at = new Date("2026-01-01T00:00:00Z");
  const held = { heldAt: at, heldBy: SECRET, heldReason: SECRET, heldUntil: new Date("2200-01-01") };
  other = await scene.add(state, {
    ledgerMessage: SECRET,
    ...given,
    waitReason: SECRET,
    stateAt: at,
    ...(state === "Held" && held),
    ...(standing === "pending" && { acceptedAt: at, forgottenCount: 5, forgottenAt: at }),
  });
  await scene.attempt(other, { outcome: "busy", message: SECRET, ledgerCode: SECRET });
  await test.ctx.db.event.create({
    data: { kind: "batch.held", batchId: other, actor: SECRET, reason: SECRET },
  });
}

/** Everything a depositor reads of a lane and of her own batch in it, as text. */
async function readAll(batchId: string): Promise<string> {
  const all = [
    await getLane(ada, scene.serviceId),
    await listLanes(ada, LaneQuery.parse({})),
    await getBatch(ada, batchId),
    await listEvents(ada, EventQuery.parse({})),
    await listEvents(ada, EventQuery.parse({ batch: batchId })),
    await getQueueState(ada),
    await readStatuses(ada, {
      serviceId: scene.serviceId,
      ledgerIds: [`ledger-${other}`],
      waitMs: 0,
      signal: new AbortController().signal,
    }).catch((error: Error) => error.message),
  ];
  return JSON.stringify(all);
}

describe("a depositor whose batch waits behind another collection's", () => {
  it.each(Object.keys(STANDINGS) as Standing[])("reads nothing of it when it is %s", async (standing) => {
    await stand(standing);
    const mine = await makeBatch(test.ctx.db, own, "Pending", { kind: "LedgerBatch" });
    const text = await readAll(mine);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(other);
    const { why, alarm, head, openBatches } = await getLane(ada, scene.serviceId);
    const isBefore = !["committed", "skipped"].includes(standing);
    if (isBefore) expect(why.cause).toBe("others");
    expect([alarm, openBatches]).toEqual([null, []]);
    if (isBefore) expect(head).toBeNull();
  });

  it("reads the reason of her own", async () => {
    await scene.add("Pending");
    await makeBatch(test.ctx.db, own, "Held", {
      laneSeq: -1n,
      waitReason: "The box is wet",
    });
    const { why } = await getLane(ada, scene.serviceId);
    expect(why).toMatchObject({ cause: "batch_held", sentence: expect.stringContaining("The box is wet") });
  });

  it("reads that the lane is halted, not by which words; whoever reads all its collections does", async () => {
    const { db } = test.ctx;
    await stand("pending");
    const halted = { haltedAt: new Date(), haltedReason: `The ledger refused a batch: ${SECRET}.` };
    await db.lane.update({ where: { id: scene.laneId }, data: halted });
    const mine = await makeBatch(db, own, "Pending", { kind: "LedgerBatch" });
    expect(await readAll(mine)).not.toContain(SECRET);
    expect((await getLane(ada, scene.serviceId)).why).toMatchObject({
      cause: "halted",
      sentence: expect.stringMatching(/^Halted since .* UTC\. An operator resumes it\.$/),
    });
    const both = test.as(await makePerson(db, "depositor", [own, scene.collection]));
    expect((await getLane(both, scene.serviceId)).why.sentence).toContain(SECRET);
    const operator = test.as(await makePerson(db, "operator"));
    expect((await getLane(operator, scene.serviceId)).why.sentence).toContain(SECRET);
  });

  it("counts no alarms of it, and finds no lane by them", async () => {
    const { db } = test.ctx;
    await stand("pending");
    expect(await listLanes(ada, LaneQuery.parse({ alarm: "true" }))).toMatchObject({ items: [], alarms: 0 });
    const viewer = test.as(await makePerson(db, "viewer"));
    const seen = await getLane(viewer, scene.serviceId);
    expect(seen.alarm).toMatchObject({ kind: "keeps_forgetting", batches: 1 });
  });

  it("is told by Grid's look-up of her own batches only", async () => {
    const { db } = test.ctx;
    // the batches of a ledger's lane belong to its first collection: here that is hers
    await db.collection.update({ where: { id: own.id }, data: { createdAt: new Date(0) } });
    await stand("skipped");
    const request = { serviceId: scene.serviceId, waitMs: 0, signal: new AbortController().signal };
    const ledgerIds = [`ledger-${other}`];
    expect(await readStatuses(ada, { ...request, ledgerIds })).toEqual([
      { id: ledgerIds[0], status: "Unknown", invalid_transactions: [] },
    ]);
    const viewer = test.as(await makePerson(db, "viewer"));
    expect(await readStatuses(viewer, { ...request, ledgerIds })).toMatchObject([
      { status: "Invalid", invalid_transactions: [{ message: SECRET }] },
    ]);
  });
});

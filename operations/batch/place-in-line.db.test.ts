import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeFile } from "../../tests/factories/make-file.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";
import { listBatches } from "./list.ts";

let test: TestContext;
const AT = new Date("2026-01-31T14:32:05Z");
const held = { heldAt: AT, heldBy: "Olga", heldReason: "disks are moved" };
const BEFORE = "Waiting in line: 1 deposit before yours in this lane";

beforeAll(async () => {
  test = await testContext();
  // there is a worker, so the lane is said to wait for what its head waits for
  await test.ctx.db.instance.create({
    data: { id: "host-1", name: "host", seenAt: new Date("2200-01-01") },
  });
});
afterAll(() => test.end());

const where = async (id: string, ctx: Context = test.ctx) => (await getBatch(ctx, id)).whereIsIt;
/** A collection that shares its lane with another, whose batches come first. */
async function sharedLane(): Promise<{ mine: MadeCollection; other: MadeCollection; ada: Context }> {
  const { db } = test.ctx;
  const other = await makeCollection(db);
  const made = await makeCollection(db);
  await db.collection.update({ where: { id: made.id }, data: { laneId: other.laneId } });
  const mine = { ...made, laneId: other.laneId };
  return { mine, other, ada: test.as(await makePerson(db, "depositor", [mine])) };
}
const BEGUN = { submitted: true, submissionStatus: "Pending" } as const;

describe("a batch that waits in line", () => {
  it("counts the objects and bytes before it, of those whose jobs are made and of single files", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const large = await makeBatch(db, collection, "Processing", { ...BEGUN, kind: "ManifestOfFiles" });
    const done = await makeJob(db, large, "Completed");
    await makeFile(db, done, { size: 500n, verifiedAt: AT });
    const half = await makeJob(db, large, "Downloading");
    await makeFile(db, half, { size: 100n, verifiedAt: AT });
    await makeFile(db, half, { declaredSize: 1_000n, received: 400n });
    await makeFile(db, half);
    const next = await makeJob(db, large, "Pending");
    await makeFile(db, next, { estimatedSize: 40n });
    await makeBatch(db, collection, "Pending", { payloadSize: 7n });
    const id = await makeBatch(db, collection, "Pending");
    // 600 of the file in progress, 40 of the next one's, 7 of the single file
    expect(await where(id)).toBe(
      "Waiting in line: 2 deposits before yours in this lane, with 3 objects and 647 B to go. The jobs of the first batch are running: 1 of 3 has ended.",
    );
    await makeBatch(db, collection, "Pending", { kind: "ManifestOfFiles", payloadSize: 9n });
    const behind = await makeBatch(db, collection, "Pending");
    expect(await where(behind)).toContain(
      "4 deposits before yours in this lane, with at least 4 objects and 650 B",
    );
  });

  it("says who holds the batch before it, since when and why", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const first = await makeBatch(db, collection, "Held", held);
    const id = await makeBatch(db, collection, "Pending");
    expect(await where(id)).toMatch(
      / The first batch is held by Olga since 2026-01-31 14:32:05 UTC: disks are moved\./,
    );
    await db.batch.update({ where: { id: first }, data: { heldAt: null, heldBy: null, heldReason: null } });
    await db.collection.update({ where: { id: collection.id }, data: held });
    expect(await where(id)).toBe(
      `${BEFORE}, with 1 object and 3 B to go. Its collection is held by Olga since 2026-01-31 14:32 UTC: disks are moved. The collection of the first batch is held by Olga since 2026-01-31 14:32:05 UTC: disks are moved. It goes on when the hold is released.`,
    );
  });

  it("says the hold of its collection though nothing is before it", async () => {
    const collection = await makeCollection(test.ctx.db, {
      held: { at: AT, by: "Olga", reason: "disks are moved" },
    });
    const id = await makeBatch(test.ctx.db, collection, "Pending");
    expect(await where(id)).toBe(
      "First in line. Its collection is held by Olga since 2026-01-31 14:32 UTC: disks are moved.",
    );
  });

  it("tells a depositor of another collection how much is before it, and no name, hold or reason", async () => {
    const { db } = test.ctx;
    const { mine, other, ada } = await sharedLane();
    await db.collection.update({ where: { id: other.id }, data: held });
    const first = await makeBatch(db, other, "Held", held);
    const id = await makeBatch(db, mine, "Pending");
    expect(await where(id, ada)).toBe(
      `${BEFORE}, with 1 object and 3 B to go. The first batch belongs to another collection; yours follow in turn.`,
    );
    expect(JSON.stringify(await getBatch(ada, id))).not.toMatch(new RegExp(`Olga|disks|${first}`));
    expect(await where(id)).toContain("The first batch is held by Olga");
  });

  it("is delayed since working storage is full, and says so in its list too", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const reason = "Working storage is too full to begin another batch.";
    const id = await makeBatch(db, collection, "Pending", {
      submissionStatus: "Delayed",
      delayedUntil: new Date("2200-01-01T10:00:00Z"),
      ledgerMessage: reason,
    });
    expect(await where(id)).toBe(`First in line. ${reason} Waybill looks again at 2200-01-01 10:00 UTC.`);
    const { items } = await listBatches(test.ctx, { collection: collection.slug, limit: 10 });
    expect(items.map(({ waits }) => waits)).toEqual([
      { code: "working_storage_full", who: "nobody", jobs: 0, others: 0, reason, pieces: [reason] },
    ]);
  });
});

describe("a batch whose jobs wait", () => {
  it("says for what, on its page and in lists; one that moves with them is enough to say that it runs", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const id = await makeBatch(db, collection, "Processing", BEGUN);
    const full = { waitCode: "disk_full", waitReason: "A disk of Waybill's is full." };
    await makeJob(db, id, "Completed");
    await makeJob(db, id, "Provisioning", full);
    const other = await makeJob(db, id, "Downloading", full);
    await makeJob(db, id, "Pending");
    const told = { reason: full.waitReason, pieces: [full.waitReason] };
    const waits = { code: "disk_full", who: "operator", jobs: 2, others: 0, ...told };
    const view = await getBatch(test.ctx, id);
    expect(view.waits).toEqual(waits);
    expect(view.waiting).toEqual({ Provisioning: 1, Downloading: 1 });
    expect(view.whereIsIt).toBe("1 of 4 objects is stored; 2 wait for disk space. An operator has to act.");
    const list = async () =>
      (await listBatches(test.ctx, { collection: collection.slug, limit: 10 })).items[0];
    expect(await list()).toMatchObject({ waits, waiting: { Provisioning: 1, Downloading: 1 } });
    await db.job.update({ where: { id: other }, data: { waitCode: null, waitReason: null } });
    expect(await list()).toMatchObject({ waits: null, waiting: { Provisioning: 1 } });
    expect((await getBatch(test.ctx, id)).whereIsIt).toBe("1 of 4 objects is stored.");
  });
});

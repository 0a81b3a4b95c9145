import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { priorityOf } from "../../../core/job/priority.ts";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { insertJobs } from "../batch/expand.ts";
import { moveJob } from "../job/move.ts";
import { takeNextLease } from "../lease.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());
beforeEach(() => test.ctx.db.job.updateMany({ data: { dueAt: null } }));

/** Makes a batch of `count` jobs in a lane of its own, as expanding does; named `<name>1` and so on. */
async function batchOf(name: string, count: number): Promise<void> {
  const { db } = test.ctx;
  const batchId = await makeBatch(db, await makeCollection(db));
  const nothing = {
    payloadUrl: null,
    payloadSealed: null,
    payloadSize: null,
    digestType: null,
    digestValue: null,
    mediaType: null,
  };
  const more = {
    suppliedArk: null,
    creator: null,
    title: null,
    date: null,
    localIds: [],
    warnings: [],
    line: null,
  };
  const jobs = Array.from({ length: count }, (_, place) => ({
    ...nothing,
    ...more,
    id: `jid-${randomUUID()}`,
    ordinal: place + 1,
    payload: "file" as const,
    filename: `${name}${place + 1}`,
    priority: priorityOf(count, null),
  }));
  await insertJobs(db, { batchId, fence: 0n, submitter: "t", update: false }, jobs);
}

/** The names of the next jobs workers take. */
async function take(count: number): Promise<string[]> {
  const { db } = test.ctx;
  const names: string[] = [];
  for (let time = 0; time < count; time += 1) {
    const lease = await takeNextLease(db, "job", { owner: "w", leaseMs: 60_000 });
    if (lease) names.push((await db.job.findUniqueOrThrow({ where: { id: lease.id } })).filename);
  }
  return names;
}

/** As if everything waiting had arrived this much earlier. */
async function pass(seconds: number): Promise<void> {
  await test.ctx.db.$executeRaw`
    UPDATE job SET turn_at = turn_at - ${seconds}::int * interval '1 second', due_at = due_at - ${seconds}::int * interval '1 second'`;
}

describe("turns", () => {
  it("of a small batch come before those of a large one that came earlier", async () => {
    await batchOf("large", 500);
    await batchOf("small", 1);
    expect(await take(3)).toEqual(["small1", "large1", "large2"]);
  });

  it("of batches of the same size in two lanes alternate, the one that came first going first", async () => {
    await batchOf("a", 20);
    await batchOf("b", 20);
    const names = await take(10);
    const [ofA, ofB] = ["a", "b"].map((lane) => names.filter((name) => name.startsWith(lane)));
    expect(names[0]).toBe("a1");
    // the first one's lead is how much sooner it arrived, a job for each quarter of a second
    expect(ofA).toEqual(["a1", "a2", "a3", "a4", "a5", "a6", "a7"].slice(0, ofA?.length));
    expect(ofB).toEqual(["b1", "b2", "b3", "b4", "b5"].slice(0, ofB?.length));
    expect(ofB?.length).toBeGreaterThanOrEqual(3);
  });

  it("of a large batch come when it has waited long enough, whatever is new", async () => {
    await batchOf("large", 500); // priority 67, of which one job's batch is 62 points ahead: 620 s
    await pass(619);
    await batchOf("new", 1);
    expect(await take(1)).toEqual(["new1"]);
    await pass(2);
    await batchOf("newer", 1);
    expect(await take(1)).toEqual(["large1"]);
  });

  it("of a job that is run again are counted from then, not from its place in its batch", async () => {
    const { db } = test.ctx;
    await batchOf("old", 20);
    await batchOf("same", 20);
    const again = { filename: "old20" };
    await db.job.updateMany({ where: again, data: { state: "Failed", dueAt: null } });
    const { id: jobId } = await db.job.findFirstOrThrow({ where: again });
    await moveJob(db, {
      jobId,
      from: "Failed",
      to: "Downloading",
      by: "person",
      actor: "Ann",
      requeue: true,
    });
    const names = await take(40);
    // its place would give it its turn 4.75 s after the first one's
    expect(names.indexOf("old20")).toBeLessThan(names.indexOf("old19"));
    expect(names.slice(0, 2)).toEqual(["old1", "same1"]);
  });
});

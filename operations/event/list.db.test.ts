import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EventQuery } from "../../core/contracts/requests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeEvent } from "../../tests/factories/make-event.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { CollectionLookup } from "./collection-lookup.ts";
import { listEvents } from "./list.ts";

let test: TestContext;
let maps: MadeCollection;
let batchId: string;
let jobId: string;
let otherBatch: string;
let ids: string[];

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  maps = await makeCollection(db);
  batchId = await makeBatch(db, maps);
  jobId = await makeJob(db, batchId);
  otherBatch = await makeBatch(db, await makeCollection(db));
  const made = [
    await makeEvent(db, { batchId }),
    await makeEvent(db, { batchId, jobId, kind: "job.moved" }),
    await makeEvent(db, { batchId: otherBatch }),
    await makeEvent(db, { kind: "collection.held", actor: "Olga" }),
  ];
  ids = made.map(String);
});

afterAll(() => test.end());

const query = (given: object = {}) => EventQuery.parse(given);
const placesOf = (page: { items: readonly { id: string }[] }) =>
  page.items.map(({ id }) => ids.indexOf(id) + 1);

describe("listEvents", () => {
  it.each<[string, () => object, number[]]>([
    ["of everything", () => ({}), [4, 3, 2, 1]],
    ["of a batch, its jobs' too", () => ({ batch: batchId }), [2, 1]],
    ["of a job", () => ({ job: jobId }), [2]],
    ["after a cursor", () => ({ cursor: ids[2] }), [2, 1]],
    ["after a tampered cursor, as from the start", () => ({ cursor: "1e9; --" }), [4, 3, 2, 1]],
    ["one at a time", () => ({ limit: 1 }), [4]],
  ])("lists those %s, newest first", async (_, given, places) => {
    expect(placesOf(await listEvents(test.ctx, query(given())))).toEqual(places);
  });

  it("shows what happened", async () => {
    const { items, next } = await listEvents(test.ctx, query({ job: jobId, limit: 1 }));
    expect(items).toEqual([
      {
        id: ids[1],
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        kind: "job.moved",
        batchId,
        jobId,
        from: "Pending",
        to: "Processing",
        actor: "Waybill",
        reason: null,
        code: null,
      },
    ]);
    expect(next).toBeNull();
  });

  it("shows a depositor only what happened to granted deposits", async () => {
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [maps]));
    expect(placesOf(await listEvents(ada, query()))).toEqual([2, 1]);
    await expect(listEvents(ada, query({ batch: otherBatch }))).rejects.toMatchObject({ code: "not_found" });
    await expect(listEvents(ada, query({ batch: otherBatch, job: jobId }))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it.each([{ batch: "bid-nosuch" }, { job: "jid-nosuch" }])("knows nothing of %j", async (given) => {
    await expect(listEvents(test.ctx, query(given))).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("CollectionLookup", () => {
  it("learns the collections of batches and jobs, and of nothing else", async () => {
    const lookup = new CollectionLookup(test.ctx.db);
    await lookup.learn([batchId, "bid-nosuch"], [jobId]);
    expect([batchId, jobId, "bid-nosuch", otherBatch].map((id) => lookup.of(id))).toEqual([
      maps.id,
      maps.id,
      undefined,
      undefined,
    ]);
  });
});

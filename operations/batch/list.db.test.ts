import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BatchQuery } from "../../core/contracts/requests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { listBatches } from "./list.ts";

let test: TestContext;
let maps: MadeCollection;
let films: MadeCollection;
/** Oldest first; the third and fourth arrived in the same millisecond. */
let ids: string[];

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const query = (given: object = {}) => BatchQuery.parse(given);

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  maps = await makeCollection(db, { slug: "maps" });
  films = await makeCollection(db, { slug: "films" });
  ids = [
    await makeBatch(db, maps, "Completed", { createdAt: at(1), payloadFilename: "harbour 100%.tif" }),
    await makeBatch(db, films, "Failed", { createdAt: at(2), deposit: { title: "A film of the harbour" } }),
    await makeBatch(db, maps, "Processing", { createdAt: at(3), submitter: "Bo Harbourmaster" }),
    await makeBatch(db, maps, "Pending", { createdAt: at(3), deposit: {} }),
  ];
  for (const state of ["Completed", "Completed", "Failed"] as const) await makeJob(db, ids[2] ?? "", state);
});

afterAll(() => test.end());

const idsOf = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id);
const newestFirst = () => {
  const [first, second, ...twins] = ids;
  return [...twins.sort().reverse(), second, first];
};

describe("listBatches", () => {
  it("shows the newest first, twins of one moment by id", async () => {
    const page = await listBatches(test.ctx, query());
    expect(idsOf(page)).toEqual(newestFirst());
    expect(page.next).toBeNull();
  });

  it("shows every batch once, page by page", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listBatches(test.ctx, query({ limit: 1, cursor }));
      seen.push(...idsOf(page));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(newestFirst());
  });

  it("shows a row with its jobs counted", async () => {
    const { items } = await listBatches(test.ctx, query({ state: "Processing" }));
    expect(items).toEqual([
      {
        id: ids[2],
        collection: "maps",
        state: "Processing",
        stateAt: "2026-01-01T00:00:03.000Z",
        createdAt: "2026-01-01T00:00:03.000Z",
        endedAt: null,
        submitter: "Bo Harbourmaster",
        kind: "SingleFile",
        title: "A map",
        filename: "map.tif",
        jobs: { Completed: 2, Failed: 1 },
        waiting: {},
        waits: null,
      },
    ]);
  });

  it("narrows by collection", async () => {
    expect(idsOf(await listBatches(test.ctx, query({ collection: "films" })))).toEqual([ids[1]]);
    await expect(listBatches(test.ctx, query({ collection: "nosuch" }))).rejects.toMatchObject({
      code: "unknown_collection",
    });
  });

  it.each([
    ["HARBOUR", [2, 1, 0]],
    ["film of", [1]],
    ["100%", [0]],
    ["1%t", []],
    ["_", []],
    ["'; DROP TABLE batch; --", []],
    ["\\", []],
  ])("finds %j in file name, title and submitter", async (q, places) => {
    expect(idsOf(await listBatches(test.ctx, query({ q })))).toEqual(places.map((place) => ids[place]));
  });

  it("finds a batch by its id and by the id of one of its jobs", async () => {
    const job = await test.ctx.db.job.findFirstOrThrow({ where: { batchId: ids[2] ?? "" } });
    expect(idsOf(await listBatches(test.ctx, query({ q: ids[1] })))).toEqual([ids[1]]);
    expect(idsOf(await listBatches(test.ctx, query({ q: job.id })))).toEqual([ids[2]]);
  });

  it.each(["", "x", "1_", "1767225602000_'; DROP TABLE batch; --", "99999999999999_bid", "1_a\0b"])(
    "reads the tampered cursor %j as the first page",
    async (cursor) => {
      expect(idsOf(await listBatches(test.ctx, query({ cursor })))).toEqual(newestFirst());
    },
  );

  it("shows a depositor only what is granted, whatever is asked", async () => {
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [films]));
    expect(idsOf(await listBatches(ada, query()))).toEqual([ids[1]]);
    expect(idsOf(await listBatches(ada, query({ q: "harbour" })))).toEqual([ids[1]]);
    expect(idsOf(await listBatches(ada, query({ q: ids[0] })))).toEqual([]);
    await expect(listBatches(ada, query({ collection: "maps" }))).rejects.toMatchObject({
      code: "unknown_collection",
    });
  });

  it("shows a depositor without grants nothing", async () => {
    const nobody = test.as(await makePerson(test.ctx.db, "depositor"));
    expect(idsOf(await listBatches(nobody, query()))).toEqual([]);
  });
});

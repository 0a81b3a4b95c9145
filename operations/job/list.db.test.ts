import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobQuery } from "../../core/contracts/requests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { listJobs } from "./list.ts";

let test: TestContext;
let maps: MadeCollection;
let films: MadeCollection;
const ids: Record<string, string> = {};
let batches: { older: string; newer: string; film: string };

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  maps = await makeCollection(db, { slug: "maps" });
  films = await makeCollection(db, { slug: "films" });
  batches = {
    older: await makeBatch(db, maps, "Failed", { createdAt: at(1) }),
    newer: await makeBatch(db, maps, "Processing", { createdAt: at(3) }),
    film: await makeBatch(db, films, "Failed", { createdAt: at(2) }),
  };
  type Made = Parameters<typeof makeJob>;
  const job = async (name: string, batch: string, state: Made[2], given: Made[3]) => {
    ids[name] = await makeJob(db, batch, state, given);
  };
  await job("o1", batches.older, "Failed", { stateAt: at(50), title: "Old harbour" });
  await job("o2", batches.older, "Completed", { stateAt: at(10), ark: "ark:/99999/fk4abc" });
  await job("n1", batches.newer, "Pending", { stateAt: at(20), localIds: ["shelf-17", "box 3"] });
  await job("n2", batches.newer, "Failed", { stateAt: at(40) });
  await job("n3", batches.newer, "Failed", { stateAt: at(40) });
  await job("f1", batches.film, "Failed", { stateAt: at(30) });
});

afterAll(() => test.end());

const query = (given: object = {}) => JobQuery.parse(given);
const named = (id: string) => Object.entries(ids).find(([, value]) => value === id)?.[0] ?? id;
const namesOf = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => named(id));

/** All pages of one row each. */
async function walk(given: object): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listJobs(test.ctx, query({ ...given, limit: 1, cursor }));
    seen.push(...namesOf(page));
    cursor = page.next ?? undefined;
  } while (cursor);
  return seen;
}

describe("listJobs", () => {
  const byMove = () => {
    const twins = ["n2", "n3"].sort((a, b) => ((ids[a] ?? "") < (ids[b] ?? "") ? 1 : -1));
    return ["o1", ...twins, "f1"];
  };

  it.each<[string, () => object, () => string[]]>([
    ["newest batch first, then by place", () => ({}), () => ["n1", "n2", "n3", "f1", "o1", "o2"]],
    ["of one batch by place", () => ({ batch: batches.newer }), () => ["n1", "n2", "n3"]],
    [
      "of one batch and state by place",
      () => ({ batch: batches.newer, state: "Failed" }),
      () => ["n2", "n3"],
    ],
    ["of one state, the latest to enter it first", () => ({ state: "Failed" }), byMove],
    ["of one collection", () => ({ collection: "films" }), () => ["f1"]],
    [
      "of one collection and state",
      () => ({ collection: "maps", state: "Failed" }),
      () => byMove().slice(0, 3),
    ],
  ])("are listed %s, whole and page by page", async (_, given, expected) => {
    expect(namesOf(await listJobs(test.ctx, query(given())))).toEqual(expected());
    expect(await walk(given())).toEqual(expected());
  });

  it.each<[string, () => string, readonly string[]]>([
    ["a title", () => "HARBOUR", ["o1"]],
    ["a file name", () => "map-3", ["n3"]],
    ["a local id", () => "shelf-1", ["n1"]],
    ["a whole ARK", () => "ark:/99999/fk4abc", ["o2"]],
    ["no part of an ARK", () => "ark:/99999/fk4", []],
    ["a job's id", () => ids.n2 ?? "", ["n2"]],
    ["a batch's id", () => batches.older, ["o1", "o2"]],
    ["quotes", () => "'\"%_\\", []],
  ])("are found by %s", async (_, q, expected) => {
    expect(namesOf(await listJobs(test.ctx, query({ q: q() })))).toEqual(expected);
  });

  it.each(["x", "17", "1767225603000_bid~", "1767225603000_~1", "99999999999999_a~1", "1_b~99999999999"])(
    "read the cursor %j of no or another order as a first page or a page of nothing new",
    async (cursor) => {
      const all = namesOf(await listJobs(test.ctx, query()));
      for (const given of [{}, { state: "Failed" }, { batch: batches.newer }]) {
        for (const name of namesOf(await listJobs(test.ctx, query({ ...given, cursor }))))
          expect(all).toContain(name);
      }
    },
  );

  it("are narrowed to what a depositor is granted", async () => {
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [films]));
    for (const given of [{}, { state: "Failed" }, { q: "map" }]) {
      expect(namesOf(await listJobs(ada, query(given)))).toEqual(["f1"]);
    }
    expect(namesOf(await listJobs(ada, query({ batch: batches.newer })))).toEqual([]);
    expect(namesOf(await listJobs(ada, query({ q: ids.n1 })))).toEqual([]);
  });

  it("tell what went wrong and who acts", async () => {
    const [job] = (await listJobs(test.ctx, query({ collection: "films" }))).items;
    expect(job).toMatchObject({
      ordinal: 1,
      collection: "films",
      state: "Failed",
      stateAt: "2026-01-01T00:00:30.000Z",
      filename: "map-1.tif",
      localIds: [],
      fault: {
        code: "source_not_found",
        who: "depositor",
        message: "The source has no such file.",
        problems: [],
      },
    });
  });
});

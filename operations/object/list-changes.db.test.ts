import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChangeQuery } from "../../core/contracts/requests.ts";
import { countChanges } from "../../prisma/store/object/read.ts";
import { execute } from "../../scripts/db/database.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getObject } from "./get.ts";
import { listObjectChanges } from "./list-changes.ts";

let test: TestContext;
let maps: MadeCollection;
let objectId: string;

/** A version's files by path, each with the bytes its digest stands for here. */
async function addVersion(version: number, files: Readonly<Record<string, string>>): Promise<void> {
  const { db } = test.ctx;
  const rows = Object.entries(files).map(([path, sha256], index) => ({
    ordinal: index + 1,
    path,
    size: BigInt(version),
    sha256,
    contentPath: path,
  }));
  await db.objectVersion.create({
    data: {
      id: randomUUID(),
      objectId,
      version,
      jobId: `jid-${randomUUID()}`,
      batchId: "bid-x",
      fileCount: rows.length,
      sizeBytes: BigInt(version * rows.length),
      inventorySha256: "x",
      submitter: "Ada",
      files: { create: rows },
    },
  });
  await db.storedObject.update({ where: { id: objectId }, data: { version } });
}

const LONG = `producer/${"x".repeat(1_000)}`;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db, { slug: "maps" });
  objectId = await makeObject(test.ctx.db, maps, { files: [] });
  await test.ctx.db.objectVersion.deleteMany({ where: { objectId } });
  await addVersion(1, { "producer/b": "b1", "producer/a": "a1", "producer/ä": "u1", [LONG]: "l1" });
  // the inventory has no version 2, as after a repair
  await addVersion(3, { "producer/a": "a1", "producer/B": "b1", "producer/b": "b2", "producer/c": "a1" });
  await addVersion(4, {});
  for (const from of [1, 3]) await countChanges(test.ctx.db, { objectId, from });
});

afterAll(() => test.end());

const changes = (given: object = {}) =>
  listObjectChanges(test.ctx, { objectId, ...ChangeQuery.parse(given) });
const told = async (given: object) =>
  (await changes(given)).items.map(({ change, path }) => `${change} ${path}`);

describe("listObjectChanges", () => {
  it("compares with the version before that the inventory has, by path", async () => {
    expect(await told({ version: 3 })).toEqual([
      "added producer/B",
      "changed producer/b",
      "added producer/c",
      `removed ${LONG}`,
      "removed producer/ä",
    ]);
    expect(await told({ version: 3, change: "kept" })).toEqual(["kept producer/a"]);
    expect(await told({ version: 3, change: "added" })).toEqual(["added producer/B", "added producer/c"]);
    expect(await told({ version: 1, change: "removed" })).toEqual([]);
    expect(await told({ version: 1 })).toHaveLength(4);
    expect(await told({})).toEqual(["a", "B", "b", "c"].sort().map((name) => `removed producer/${name}`));
  });

  it("says where both sides lie", async () => {
    const { items } = await changes({ version: 3 });
    expect(items[0]).toEqual({
      path: "producer/B",
      change: "added",
      file: { version: 3, ordinal: 2, size: "3", sha256: "b1" },
      before: null,
    });
    expect(items[1]).toEqual({
      path: "producer/b",
      change: "changed",
      file: { version: 3, ordinal: 3, size: "3", sha256: "b2" },
      before: { version: 1, ordinal: 1, size: "1", sha256: "b1" },
    });
    expect(items.at(-1)).toMatchObject({ file: null, before: { version: 1, ordinal: 3 } });
  });

  it("goes on page by page, past paths longer than a cursor", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await changes({ version: 3, limit: 1, cursor });
      seen.push(...page.items.map(({ path }) => path));
      cursor = page.next ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(seen).toEqual(["producer/B", "producer/b", "producer/c", LONG, "producer/ä"]);
    for (const foreign of ["'", "b", "b0", "999", "b999", "-1"])
      expect(await told({ version: 3, cursor: foreign }), foreign).toHaveLength(5);
  });

  it.each([2, 5, 99_999_999_999])("knows no version %i", async (version) => {
    await expect(changes({ version })).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows nobody a foreign object's", async () => {
    const stranger = test.as(await makePerson(test.ctx.db, "depositor"));
    const asked = listObjectChanges(stranger, { objectId, ...ChangeQuery.parse({}) });
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
  });
});

it("what was recorded before there were counts is counted by the migration", async () => {
  const { db } = test.ctx;
  const before = (await getObject(test.ctx, objectId)).versions;
  await db.objectVersion.updateMany({ data: { filesAdded: 0, filesChanged: 0, filesRemoved: 0 } });
  const text = await readFile("prisma/migrations/20261128131752_add_version_changes/migration.sql", "utf8");
  await execute(test.url, text.slice(text.indexOf("UPDATE")));
  expect((await getObject(test.ctx, objectId)).versions).toEqual(before);
});

describe("countChanges", () => {
  const counts = async () =>
    (await getObject(test.ctx, objectId)).versions.map(({ version, changes: found }) => [version, found]);

  it("counts what each version changed, and again once files are gone", async () => {
    expect(await counts()).toEqual([
      [4, { added: 0, changed: 0, removed: 4, kept: 0 }],
      [3, { added: 2, changed: 1, removed: 2, kept: 1 }],
      [1, { added: 4, changed: 0, removed: 0, kept: 0 }],
    ]);
    const { db } = test.ctx;
    await db.objectFile.deleteMany({ where: { path: "producer/a", version: { objectId } } });
    await db.objectVersion.updateMany({
      where: { objectId, version: { lt: 4 } },
      data: { fileCount: { decrement: 1 } },
    });
    await countChanges(db, { objectId, from: 1, all: true });
    expect(await counts()).toEqual([
      [4, { added: 0, changed: 0, removed: 3, kept: 0 }],
      [3, { added: 2, changed: 1, removed: 2, kept: 0 }],
      [1, { added: 3, changed: 0, removed: 0, kept: 0 }],
    ]);
  });
});

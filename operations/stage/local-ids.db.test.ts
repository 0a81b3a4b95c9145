import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STANDARD_OWNER } from "../../core/identifier/local-id-scope.ts";
import { findEarlier } from "../../prisma/store/job/earlier.ts";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeObject } from "../../tests/factories/make-object.ts";

let scene: DepositScene;
const SHARED = { settings: { owner: "ark:/99999/fk4campus" } };

beforeAll(async () => {
  scene = await makeDepositScene();
  await makeCollection(scene.ctx.db, { slug: "prints" });
  await makeCollection(scene.ctx.db, { slug: "east", ...SHARED });
  await makeCollection(scene.ctx.db, { slug: "west", ...SHARED });
});
afterAll(() => scene.end());

const into = (collection: string, localIdentifier: string, more = {}) =>
  scene.ingest({ [`${collection}.txt`]: collection }, { collection, localIdentifier, ...more });

const collectionOf = (slug: string) => scene.ctx.db.collection.findUniqueOrThrow({ where: { slug } });

const objectOf = (ark: string | null) =>
  scene.ctx.db.storedObject.findUniqueOrThrow({
    where: { ark: ark ?? "" },
    include: { collection: true, localIds: true },
  });

describe("a local id", () => {
  it("belongs to its collection: another one's is another object", async () => {
    const [maps, prints] = [await into("maps", "box-7"), await into("prints", "box-7")];
    expect([maps.state, prints.state]).toEqual(["Completed", "Completed"]);
    expect(prints.ark).not.toBe(maps.ark);
    expect(await objectOf(maps.ark)).toMatchObject({ version: 1, collection: { slug: "maps" } });
    expect(await objectOf(prints.ark)).toMatchObject({ version: 1, collection: { slug: "prints" } });
    expect((await into("maps", "box-7", { update: "true" })).ark).toBe(maps.ark);
    expect((await into("prints", "box-7", { update: "true" })).ark).toBe(prints.ark);
  });

  it("that was kept under the standard owner is its object's collection's", async () => {
    const { db } = scene.ctx;
    const maps = await into("maps", "plain-1");
    await db.localId.updateMany({ where: { localId: "plain-1" }, data: { owner: STANDARD_OWNER } });
    const prints = await into("prints", "plain-1");
    expect(prints).toMatchObject({ state: "Completed" });
    expect(prints.ark).not.toBe(maps.ark);
    expect((await into("maps", "plain-1; plain-2")).ark).toBe(maps.ark);
    expect((await objectOf(maps.ark)).localIds.map(({ localId }) => localId).sort()).toEqual([
      "plain-1",
      "plain-2",
    ]);
  });

  it("is shared by collections that name one owner, and refused to the one that has not the object", async () => {
    const east = await into("east", "shelf-1");
    const west = await into("west", "shelf-1");
    expect(west).toMatchObject({
      state: "Failed",
      errorCode: "bad_identifier",
      errorMessage: `${east.ark} belongs to another collection. Deposit it there, or leave the identifier out.`,
    });
    expect((await into("east", "shelf-1", { update: "true" })).ark).toBe(east.ark);
    // an owner's collections share nothing with those that name none
    expect((await into("maps", "shelf-1")).ark).not.toBe(east.ark);
  });

  it("stays a collection's own when it comes to name an owner", async () => {
    const { db } = scene.ctx;
    const { id: collectionId } = await makeCollection(db, { slug: "north" });
    const before = await into("north", "drawer-1");
    await into("east", "drawer-1");
    await db.profileVersion.updateMany({ where: { collectionId }, data: { settings: SHARED.settings } });
    expect(await into("north", "drawer-1")).toMatchObject({ state: "Completed", ark: before.ark });
    expect((await into("north", "drawer-2")).state).toBe("Completed");
    expect((await into("west", "drawer-2")).errorCode).toBe("bad_identifier");
  });

  it("that is shared makes a job wait without telling for which other collection's", async () => {
    const { db } = scene.ctx;
    const { laneId } = await db.collection.findUniqueOrThrow({ where: { slug: "east" } });
    const { id } = await makeCollection(db, { slug: "south", ...SHARED });
    await db.collection.update({ where: { id }, data: { laneId } });
    const deposit = (collection: string) =>
      scene.depositFiles({ "a.txt": collection }, { collection, localIdentifier: "behind-1" });
    const first = await deposit("east");
    await db.job.updateMany({ where: { batchId: first }, data: { state: "Held", dueAt: null } });
    const second = await deposit("south");
    await scene.work(1, async () => (await scene.jobOf(second)).waitCode !== null);
    expect(await scene.jobOf(second)).toMatchObject({
      waitCode: "object_busy",
      waitReason:
        "A deposit of another collection with the same local ids was accepted earlier. This job continues when that one has ended.",
    });
    await db.job.updateMany({ where: { batchId: first }, data: { state: "Estimating", dueAt: new Date() } });
    await scene.work();
    expect((await scene.jobOf(first)).state).toBe("Completed");
  });

  it("that stands for another object than the one deposited, or two that stand for two, fail the job by name", async () => {
    const [one, two] = [await into("maps", "shelf-9"), await into("maps", "case-9")];
    const wrong = await into("maps", "shelf-9", { primaryIdentifier: two.ark ?? "", update: "true" });
    expect(wrong).toMatchObject({
      state: "Failed",
      errorCode: "local_id_conflict",
      errorMessage: `The local id shelf-9 belongs to ${one.ark}, not to the supplied ${two.ark}. Correct the local ids or the identifier and deposit again.`,
    });
    const both = await into("maps", "shelf-9; case-9");
    expect(both).toMatchObject({ state: "Failed", errorCode: "local_id_conflict" });
    expect(await objectOf(one.ark)).toMatchObject({ version: 1 });
    expect(await objectOf(two.ark)).toMatchObject({ version: 1 });
  });

  it("of two deposits at once leads to one object in each collection", async () => {
    const batches = [];
    for (const collection of ["maps", "prints", "maps", "prints"])
      batches.push(
        await scene.depositFiles({ "a.txt": collection }, { collection, localIdentifier: "race" }),
      );
    await scene.work(4);
    const arks = await Promise.all(batches.map(async (batchId) => (await scene.jobOf(batchId)).ark));
    expect([arks[2], arks[3]]).toEqual([arks[0], arks[1]]);
    expect(arks[1]).not.toBe(arks[0]);
  });
});

describe("local ids that read the same", () => {
  const ways = ["Fotografi\u0301a 1", "Fotograf\u00eda\u00a01", "\u200eFoto\u00adgraf\u00eda 1\u200b"];

  it("stand for one object, and are kept as they were written first", async () => {
    const [first = "", ...others] = ways;
    const { ark } = await into("maps", first);
    for (const [at, other] of others.entries()) {
      const next = await into("maps", `${other}; more-${at}`);
      expect(next).toMatchObject({ state: "Completed", ark });
      expect(next.localIds[0]).toBe(other.trim());
    }
    const { version, localIds } = await objectOf(ark);
    expect(version).toBe(3);
    expect(localIds.map(({ localId }) => localId).sort()).toEqual([first, "more-0", "more-1"].sort());
  });

  it("make a job wait for an earlier one", async () => {
    const fields = (localIdentifier: string) => ({ collection: "prints", localIdentifier });
    await scene.depositFiles({ "a.txt": "1" }, fields("e\u0301lan 1"));
    const later = await scene.depositFiles({ "a.txt": "2" }, fields("\u00e9lan\u202f1"));
    const { id, localIds } = await scene.jobOf(later);
    const names = { jobId: id, collectionId: (await collectionOf("prints")).id, owner: STANDARD_OWNER };
    const found = await findEarlier(scene.ctx.db, { ...names, suppliedArk: null, localIds }, "without space");
    expect(found).toMatchObject({ state: "Pending" });
    await scene.work();
  });

  it("of two objects from before stay theirs by their exact form, and the older one's by any other", async () => {
    const { db } = scene.ctx;
    const [older, newer] = [await into("prints", "Box\u00a01"), await into("prints", "other")];
    await db.localId.updateMany({
      where: { localId: "other" },
      data: { localId: "Box\u202f1", lookAlike: true },
    });
    expect((await into("prints", "Box\u202f1")).ark).toBe(newer.ark);
    expect((await into("prints", "Box\u00a01")).ark).toBe(older.ark);
    expect((await into("prints", "Box 1")).ark).toBe(older.ark);
  });
});

it("an object of another collection is not found by the id it has under the standard owner", async () => {
  const { db } = scene.ctx;
  const prints = await makeCollection(db);
  const id = await makeObject(db, prints, { localIds: ["foreign-1"] });
  await db.localId.updateMany({ where: { objectId: id }, data: { owner: STANDARD_OWNER } });
  const { ark } = await db.storedObject.findUniqueOrThrow({ where: { id } });
  const job = await into("maps", "foreign-1");
  expect(job.state).toBe("Completed");
  expect(job.ark).not.toBe(ark);
});

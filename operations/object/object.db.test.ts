import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileQuery, ObjectQuery } from "../../core/contracts/requests.ts";
import { textOf } from "../../core/sentence.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { listAlarms } from "../alarm/list.ts";
import { getObject } from "./get.ts";
import { listObjects } from "./list.ts";
import { listObjectFiles } from "./list-files.ts";
import { openObjectFile } from "./open-file.ts";

let test: TestContext;
let maps: MadeCollection;
let films: MadeCollection;
let ids: string[];

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  maps = await makeCollection(db, { slug: "maps" });
  films = await makeCollection(db, { slug: "films" });
  ids = [
    await makeObject(db, maps, {
      ark: "ark:/99999/fk4one",
      title: "Harbour",
      localIds: ["shelf-2", "shelf-1"],
      files: ["producer/a/map 1.tif", "system/mrt-erc.txt", "producer/readme.html"],
      root: "ab/cd/object",
      updatedAt: at(1),
    }),
    await makeObject(db, films, { title: "Fe\u0301te\u00a0de la mer", updatedAt: at(3) }),
    await makeObject(db, maps, { title: "Coast", updatedAt: at(2) }),
  ];
  await db.storedObject.create({
    data: { id: "reserved", ark: "ark:/99999/fk4res", owner: "x", collectionId: maps.id, version: 0 },
  });
});

afterAll(() => test.end());

const query = (given: object = {}) => ObjectQuery.parse(given);
const placesOf = (page: { items: readonly { id: string }[] }) =>
  page.items.map(({ id }) => ids.indexOf(id) + 1);
const one = () => ids[0] ?? "";

describe("listObjects", () => {
  it.each<[string, object, number[]]>([
    ["newest change first, without reserved ones", {}, [2, 3, 1]],
    ["of a collection", { collection: "maps" }, [3, 1]],
    ["with a title like", { q: "HARB" }, [1]],
    ["with a local id like", { q: "shelf-2" }, [1]],
    ["with a local id that reads like", { q: "she\u00adlf\u200b-2" }, [1]],
    ["with a title that reads like", { q: "f\u00e9te de" }, [2]],
    ["with a title written the same", { q: "Fe\u0301te\u00a0de" }, [2]],
    ["with an ARK", { q: "ark:/99999/fk4one" }, [1]],
    ["with an ARK copied with its mark of direction", { q: "\u200eark:/99999/fk4one" }, [1]],
    ["with a reserved ARK", { q: "ark:/99999/fk4res" }, []],
    ["after a cursor", { cursor: `${at(2).getTime()}_zzz` }, [3, 1]],
    ["after a tampered cursor", { cursor: "'" }, [2, 3, 1]],
  ])("lists those %s", async (_, given, places) => {
    expect(placesOf(await listObjects(test.ctx, query(given)))).toEqual(places);
  });

  it("goes on page by page", async () => {
    const first = await listObjects(test.ctx, query({ limit: 2 }));
    const second = await listObjects(test.ctx, query({ limit: 2, cursor: first.next ?? "" }));
    expect([placesOf(first), placesOf(second), second.next]).toEqual([[2, 3], [1], null]);
  });

  it("is narrowed to what a depositor is granted", async () => {
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [films]));
    expect(placesOf(await listObjects(ada, query()))).toEqual([2]);
    expect(placesOf(await listObjects(ada, query({ q: "ark:/99999/fk4one" })))).toEqual([]);
  });
});

describe("getObject", () => {
  it("shows an object with its versions, good since it was stored", async () => {
    const version = await test.ctx.db.objectVersion.findFirstOrThrow({ where: { objectId: one() } });
    const made = version.createdAt.toISOString();
    expect(await getObject(test.ctx, one())).toEqual({
      id: one(),
      ark: "ark:/99999/fk4one",
      collection: "maps",
      title: "Harbour",
      creator: null,
      date: null,
      localIds: ["shelf-1", "shelf-2"],
      version: 1,
      updatedAt: "2026-01-01T00:00:01.000Z",
      owner: "ark:/99999/owner-maps",
      embargoUntil: null,
      storage: { kind: "filesystem", name: "objects" },
      root: "ab/cd/object",
      copies: {
        words: [
          "1 of 1 copy verified, the latest on ",
          { at: made, text: expect.stringMatching(/^\d+ \w+ \d{4}$/) },
          ".",
        ],
        storages: [
          {
            name: "filesystem",
            isHome: true,
            state: "Verified",
            verifiedAt: made,
            damagedFiles: 0,
            trouble: null,
          },
        ],
      },
      identifier: { madeBy: "depositor", status: "unregistered" },
      versions: [
        {
          version: 1,
          createdAt: expect.any(String),
          submitter: "Ada Depositor",
          batchId: expect.stringMatching(/^bid-/),
          jobId: expect.stringMatching(/^jid-/),
          fileCount: 3,
          sizeBytes: "9",
          inventorySha256: expect.any(String),
          changes: { added: 3, changed: 0, removed: 0, kept: 0 },
        },
      ],
    });
  });

  it("says who made its ARK and how that stands", async () => {
    const { db } = test.ctx;
    const id = await makeObject(db, maps, { ark: "ark:/99999/fk4minted" });
    const mint = { jobId: "jid-mint", ark: "ark:/99999/fk4minted" };
    await db.mintedArk.create({ data: { ...mint, minter: "ezid", status: "reserved" } });
    expect((await getObject(test.ctx, id)).identifier).toEqual({ madeBy: "ezid", status: "reserved" });
    await db.mintedArk.update({ where: mint, data: { minter: "local", status: "public" } });
    expect((await getObject(test.ctx, id)).identifier).toEqual({ madeBy: "waybill", status: "unregistered" });
  });

  it("tells how many copies are verified, and what is wrong with the others", async () => {
    const { db } = test.ctx;
    const { id: versionId } = await db.objectVersion.findFirstOrThrow({ where: { objectId: one() } });
    const [may, june] = [new Date("2026-05-03T10:00:00Z"), new Date("2026-06-01T10:00:00Z")];
    await db.versionCopy.createMany({
      data: [
        { versionId, storage: "filesystem", state: "Verified", verifiedAt: may },
        { versionId, storage: "cloud", state: "Damaged", copiedAt: june, verifiedAt: june, trouble: "No." },
        { versionId, storage: "vault", dueAt: june },
      ],
    });
    await db.copyFinding.create({
      data: { id: "f", versionId, storage: "cloud", path: "v1/content/0", expected: "00" },
    });
    const { copies } = await getObject(test.ctx, one());
    expect(textOf(copies.words)).toBe(
      "1 of 3 copies verified, the latest on 3 May 2026, 1 damaged, 1 still to be made.",
    );
    expect(
      copies.storages.map(({ name, state, damagedFiles, trouble }) => [name, state, damagedFiles, trouble]),
    ).toEqual([
      ["filesystem", "Verified", 0, null],
      ["cloud", "Damaged", 1, "No."],
      [
        "vault",
        "Wanted",
        0,
        "Waybill has no settings for this storage: nothing is copied, read or mended there.",
      ],
    ]);
    const [alarm] = (await listAlarms(test.ctx)).items;
    expect(alarm).toMatchObject({
      kind: "stored_files_damaged",
      message: expect.stringContaining("ark:/99999/fk4one"),
    });
    await db.copyFinding.deleteMany();
    await db.versionCopy.deleteMany();
    expect((await listAlarms(test.ctx)).items).toEqual([]);
  });

  it.each(["reserved", "nosuch", "'"])("knows nothing of %s", async (id) => {
    await expect(getObject(test.ctx, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("listObjectFiles", () => {
  const files = (given: object = {}) =>
    listObjectFiles(test.ctx, { objectId: one(), ...FileQuery.parse(given) });

  it("lists the newest version's files by place", async () => {
    const first = await files({ limit: 2 });
    expect(first.items.map(({ ordinal, path, size }) => [ordinal, path, size])).toEqual([
      [1, "producer/a/map 1.tif", "3"],
      [2, "system/mrt-erc.txt", "3"],
    ]);
    expect(first.next).toBe("2");
    expect((await files({ cursor: "2" })).items.map(({ ordinal }) => ordinal)).toEqual([3]);
  });

  it.each([2, 99_999_999_999])("knows no version %i", async (version) => {
    await expect(files({ version })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("openObjectFile", () => {
  const asked: [string, string][] = [];
  const store = {
    of: (target: string) => ({
      open: async (root: string, path: string) => {
        asked.push([`${target}:${root}`, path]);
        return Readable.from(["abc"]);
      },
    }),
  };
  const place = (given: object = {}) => ({ objectId: one(), version: 1, ordinal: 1, ...given });

  it("opens a file where the storage keeps it, only when asked to", async () => {
    const file = await openObjectFile(test.ctx, place(), store);
    expect(file).toMatchObject({
      filename: "map 1.tif",
      mediaType: "application/octet-stream",
      sizeBytes: 3n,
    });
    expect(asked).toEqual([]);
    expect(await text(await file.open())).toBe("abc");
    expect(asked).toEqual([["filesystem:ab/cd/object", "v1/content/producer/a/map 1.tif"]]);
  });

  it("tells the audit who took it, before the first byte", async () => {
    const ada = test.as(await makePerson(test.ctx.db, "viewer"));
    const rows = () => test.ctx.db.audit.findMany({ where: { actorId: ada.actor.id } });
    const file = await openObjectFile(ada, place(), store);
    expect(await rows()).toEqual([]);
    await file.open();
    expect(await rows()).toMatchObject([
      {
        action: "object.download",
        target: one(),
        after: { version: 1, path: "producer/a/map 1.tif", sizeBytes: "3" },
      },
    ]);
  });

  it("hands out nothing when that cannot be written", async () => {
    const bytes = Readable.from(["abc"]);
    const opened = { of: () => ({ open: async () => bytes }) };
    const nobody = { ...test.ctx.actor, name: "\0" };
    const file = await openObjectFile(test.as(nobody), place(), opened);
    await expect(file.open()).rejects.toThrow();
    expect(bytes.destroyed).toBe(true);
  });

  it.each([
    { ordinal: 4 },
    { ordinal: 0 },
    { ordinal: Number.NaN },
    { version: 2 },
    { version: 1e12 },
    { ordinal: 1.5 },
    { objectId: "reserved" },
  ])("knows no file at %j", async (given) => {
    await expect(openObjectFile(test.ctx, place(given), store)).rejects.toMatchObject({ code: "not_found" });
  });

  it("opens nothing foreign", async () => {
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [films]));
    await expect(openObjectFile(ada, place(), store)).rejects.toMatchObject({ code: "not_found" });
    await expect(getObject(ada, one())).rejects.toMatchObject({ code: "not_found" });
    await expect(listObjectFiles(ada, { objectId: one(), ...FileQuery.parse({}) })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ObjectStore, StoreFile } from "../../core/storage/ports.ts";
import { sha256, treeOf, versionOf } from "../../tests/fixtures/ocfl/deposits.ts";
import { makeS3Site } from "../../tests/fixtures/ocfl/s3-site.ts";
import { makeSite } from "../../tests/fixtures/ocfl/site.ts";
import { type S3Server, startS3Server } from "../../tests/servers/s3-server.ts";
import { type DiskThreads, openDiskThreads } from "../threads/threads.ts";

/** A separate store with what the cases need; what only one kind of store can do is tested beside that store. */
type StoreSite = {
  readonly store: ObjectStore;
  sources(texts: Record<string, string>): Promise<StoreFile[]>;
  /** Every file below the storage root with its text. */
  tree(): Promise<Record<string, string | undefined>>;
  errors(): Promise<readonly { readonly code: string }[]>;
  /** Where the file is whose bytes came as number `place`, from 0, in a version. */
  contentPath(version: number, place: number, content: string): string;
};

const BIG = "waybill ".repeat(20_000);
const threads = openDiskThreads({ fromSources: true });
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  await threads.close();
});

async function onFileSystem(threads?: DiskThreads): Promise<StoreSite> {
  const { store, sources, errors, root } = await makeSite({ threads });
  return {
    store,
    sources,
    errors,
    tree: () => treeOf(root),
    contentPath: (version, place) => `v${version}/content/0000/${String(place).padStart(3, "0")}`,
  };
}

const STORES: Readonly<Record<string, () => Promise<StoreSite>>> = {
  "the file system": () => onFileSystem(),
  "the file system, small objects in one go": () => onFileSystem(threads),
  S3: async () => ({
    ...(await makeS3Site(server)),
    contentPath: (version, _place, content) =>
      `v${version}/content/${sha256(content).slice(0, 2)}/${sha256(content)}`,
  }),
};

describe.each(Object.keys(STORES))("a store in %s", (kind) => {
  const makeStore = async (): Promise<StoreSite> => {
    const make = STORES[kind];
    if (!make) throw new Error(`There is no store ${kind}.`);
    return make();
  };

  it("keeps a version as OCFL 1.1 asks, file by file", async () => {
    const { store, sources, tree, errors, contentPath } = await makeStore();
    const stored = await store.put(
      versionOf("object-01", 1, await sources({ "producer/a.txt": "hello", "system/b.txt": "hello" })),
    );
    // The example of OCFL extension 0004.
    const root = "3c0/ff4/240/3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4";
    const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    const content = contentPath(1, 0, "hello");
    const inventory = `{
  "id": "object-01",
  "type": "https://ocfl.io/1.1/spec/#inventory",
  "digestAlgorithm": "sha256",
  "head": "v1",
  "manifest": {
    "${hello}": ["${content}"]
  },
  "versions": {
    "v1": {
      "created": "2026-03-01T12:00:00.000Z",
      "message": "Version 1",
      "user": {
        "name": "Ada Depositor",
        "address": "mailto:ada@example.org"
      },
      "state": {
        "${hello}": ["producer/a.txt","system/b.txt"]
      }
    }
  }
}
`;
    const sidecar = `${sha256(inventory)} inventory.json\n`;
    expect(await tree()).toEqual({
      "0=ocfl_1.1": "ocfl_1.1\n",
      "ocfl_layout.json": expect.stringContaining('"extension": "0004-hashed-n-tuple-storage-layout"'),
      "extensions/0004-hashed-n-tuple-storage-layout/config.json": expect.stringContaining('"tupleSize": 3'),
      [`${root}/0=ocfl_object_1.1`]: "ocfl_object_1.1\n",
      [`${root}/inventory.json`]: inventory,
      [`${root}/inventory.json.sha256`]: sidecar,
      [`${root}/v1/inventory.json`]: inventory,
      [`${root}/v1/inventory.json.sha256`]: sidecar,
      [`${root}/${content}`]: "hello",
    });
    expect(stored).toMatchObject({ root, version: 1, inventorySha256: sha256(inventory) });
    expect(stored.contentPathOf(hello)).toBe(content);
    expect((await errors()).map(({ code }) => code)).toEqual(["W005"]);
  });

  it("takes bytes in memory as it takes a file, and refuses those that are not what was said", async () => {
    const { store, sources, tree, contentPath } = await makeStore();
    const bytes = Buffer.from("hello");
    const held = { path: "system/b.txt", source: bytes, size: 5, sha256: sha256("hello") };
    const files = [...(await sources({ "producer/a.txt": BIG })), held];
    const { root } = await store.put(versionOf("ark:/99999/fk4held", 1, files));
    const kept = await tree();
    expect([
      kept[`${root}/${contentPath(1, 0, BIG)}`],
      kept[`${root}/${contentPath(1, 1, "hello")}`],
    ]).toEqual([BIG, "hello"]);
    for (const wrong of [{ size: 4 }, { size: 6 }, { sha256: sha256("hallo") }])
      await expect(
        store.put(versionOf("ark:/99999/fk4bad", 1, [{ ...held, ...wrong }])),
      ).rejects.toMatchObject({
        code: "storage_verify_failed",
      });
    expect(Object.keys(await tree())).toEqual(Object.keys(kept));
  });

  it("names content itself, whatever the files are called", async () => {
    const { store, sources, tree, errors, contentPath } = await makeStore();
    const names = [
      ...["CON", "a:b", "A.txt", "a.txt", "é", "e\u0301", "tab\tand\nline", "*?<>|\"'", "back\\slash"],
      ...["-rf", "~", "...", "x".repeat(4_000), "日本/語", "%2e%2e/x", "\u202Etxt.exe"],
    ];
    const texts = Object.fromEntries(names.map((name, at) => [name, `text ${at}`]));
    const { root } = await store.put(versionOf("ark:/99999/fk4names", 1, await sources(texts)));
    const kept = await tree();
    const content = Object.keys(kept).filter((path) => path.includes("/content/"));
    const wanted = names.map((_, at) => `${root}/${contentPath(1, at, `text ${at}`)}`);
    expect(content.sort()).toEqual(wanted.sort());
    expect(JSON.parse(kept[`${root}/inventory.json`] ?? "")).toMatchObject({
      versions: {
        v1: { state: Object.fromEntries(names.map((name, at) => [sha256(`text ${at}`), [name]])) },
      },
    });
    expect(await errors()).toEqual([]);
  });

  it("keeps versions without files, and takes files from an asynchronous source", async () => {
    const { store, sources, errors, contentPath } = await makeStore();
    await store.put(versionOf("ark:/99999/fk4none", 1, []));
    await store.put(versionOf("ark:/99999/fk4none", 2, []));
    const files = await sources({ a: "1", b: "2" });
    const source = {
      async *[Symbol.asyncIterator]() {
        yield* files;
      },
    };
    const stored = await store.put(versionOf("ark:/99999/fk4async", 1, source));
    expect(stored.contentPathOf(sha256("2"))).toBe(contentPath(1, 1, "2"));
    expect(await errors()).toEqual([]);
  });

  it("keeps only bytes of a further version that the object does not have", async () => {
    const { store, sources, tree, errors, contentPath } = await makeStore();
    const id = "ark:/99999/fk4twice";
    const first = await store.put(versionOf(id, 1, await sources({ keep: "same", change: "old", big: BIG })));
    const second = await store.put(
      versionOf(id, 2, await sources({ kept: "same", change: "new", big: BIG, copy: "new" })),
    );
    const below = Object.keys(await tree()).filter((path) => path.startsWith(first.root));
    const content = ["same", "old", BIG].map((bytes, at) => contentPath(1, at, bytes));
    const wanted = [...content, contentPath(2, 0, "new")].map((path) => `${first.root}/${path}`);
    expect(below.filter((path) => path.includes("/content/")).sort()).toEqual(wanted.sort());
    expect(["same", "new", BIG].map((bytes) => second.contentPathOf(sha256(bytes)))).toEqual([
      contentPath(1, 0, "same"),
      contentPath(2, 0, "new"),
      contentPath(1, 2, BIG),
    ]);
    expect(await errors()).toEqual([]);
  });

  it("takes old bytes back in a version that brings no new ones", async () => {
    const { store, sources, errors, contentPath } = await makeStore();
    const id = "ark:/99999/fk4back";
    await store.put(versionOf(id, 1, await sources({ a: "1", b: "2" })));
    await store.put(versionOf(id, 2, await sources({ a: "3" })));
    const stored = await store.put(versionOf(id, 3, await sources({ a: "1", c: "2" })));
    expect(stored.contentPathOf(sha256("1"))).toBe(contentPath(1, 0, "1"));
    expect(await errors()).toEqual([]);
  });

  it("finds its versions and no others, and reads their files", async () => {
    const { store, sources } = await makeStore();
    const id = "ark:/99999/fk4find";
    expect(await store.find(id, 1)).toBeUndefined();
    const first = await store.put(versionOf(id, 1, await sources({ a: "old", big: BIG })));
    const second = await store.put(versionOf(id, 2, await sources({ a: "new", big: BIG })));
    for (const stored of [first, second]) {
      const found = await store.find(id, stored.version);
      expect(found).toMatchObject({ root: first.root, inventorySha256: stored.inventorySha256 });
      expect(await text(await store.open(first.root, found?.contentPathOf(sha256(BIG)) ?? ""))).toBe(BIG);
    }
    expect((await store.find(id, 1))?.contentPathOf(sha256("old"))).toBe(first.contentPathOf(sha256("old")));
    expect(await store.find(id, 3)).toBeUndefined();
  });

  it("opens no other paths than those of content", async () => {
    const { store, sources, contentPath } = await makeStore();
    const { root } = await store.put(versionOf("ark:/99999/fk4read", 1, await sources({ a: "1" })));
    const wrong = [
      [root, "inventory.json"],
      [root, "v1/inventory.json"],
      [root, "v1/content/../inventory.json"],
      [root, "../x"],
      [root, "/etc/hostname"],
      [root, ""],
      ["../../etc", "v1/content/a"],
      ["", `${root}/${contentPath(1, 0, "1")}`],
    ] as const;
    for (const [folder, path] of wrong)
      await expect(store.open(folder, path)).rejects.toMatchObject({ code: "not_found" });
    await expect(store.open(root, contentPath(1, 7, "none"))).rejects.toMatchObject({
      code: "storage_failed",
    });
  });

  it("ends in the same when a put is repeated", async () => {
    const { store, sources, tree } = await makeStore();
    const files = await sources({ a: "1", big: BIG });
    const first = await store.put(versionOf("ark:/99999/fk4same", 1, files));
    const before = await tree();
    const again = await store.put({
      ...versionOf("ark:/99999/fk4same", 1, files.toReversed()),
      created: new Date(0),
      message: "later",
    });
    expect(again).toMatchObject({ root: first.root, inventorySha256: first.inventorySha256 });
    expect(again.contentPathOf(sha256(BIG))).toBe(first.contentPathOf(sha256(BIG)));
    expect(await tree()).toEqual(before);
  });

  it.each([
    ["with other bytes", 2, { a: "other" }, "already has version 2"],
    ["with one file more", 2, { a: "2", b: "2" }, "already has version 2"],
    ["with one file less", 2, {}, "already has version 2"],
    ["of an earlier version", 1, { a: "1" }, "the storage is at version 2"],
    ["that leaves a version out", 4, { a: "4" }, "the storage is at version 2"],
  ])("refuses a put %s", async (_name, version, texts, words) => {
    const { store, sources, tree } = await makeStore();
    const id = "ark:/99999/fk4order";
    await store.put(versionOf(id, 1, await sources({ a: "1" })));
    await store.put(versionOf(id, 2, await sources({ a: "2" })));
    const before = await tree();
    const wrong = store.put(versionOf(id, version, await sources(texts)));
    await expect(wrong).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining(words),
    });
    expect(await tree()).toEqual(before);
  });
});

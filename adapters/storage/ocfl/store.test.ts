import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, treeOf, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import { createOcflStore } from "./store.ts";

const BIG = "waybill ".repeat(20_000);

describe("a first version", () => {
  it("is stored as OCFL 1.1 asks, file by file", async () => {
    const { store, root, sources, errors, staged } = await makeSite();
    const id = "object-01";
    const stored = await store.put(
      versionOf(id, 1, await sources({ "producer/a.txt": "hello", "system/b.txt": "hello" })),
    );

    // The example of OCFL extension 0004.
    const objectRoot = "3c0/ff4/240/3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4";
    const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    const inventory = `{
  "id": "object-01",
  "type": "https://ocfl.io/1.1/spec/#inventory",
  "digestAlgorithm": "sha256",
  "head": "v1",
  "manifest": {
    "${hello}": ["v1/content/0000/000"]
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
    expect(await treeOf(root)).toEqual({
      "0=ocfl_1.1": "ocfl_1.1\n",
      "ocfl_layout.json": expect.stringContaining('"extension": "0004-hashed-n-tuple-storage-layout"'),
      "extensions/0004-hashed-n-tuple-storage-layout/config.json": expect.stringContaining('"tupleSize": 3'),
      [`${objectRoot}/0=ocfl_object_1.1`]: "ocfl_object_1.1\n",
      [`${objectRoot}/inventory.json`]: inventory,
      [`${objectRoot}/inventory.json.sha256`]: sidecar,
      [`${objectRoot}/v1/inventory.json`]: inventory,
      [`${objectRoot}/v1/inventory.json.sha256`]: sidecar,
      [`${objectRoot}/v1/content/0000/000`]: "hello",
    });
    expect(stored).toMatchObject({ root: objectRoot, version: 1, inventorySha256: sha256(inventory) });
    expect(stored.contentPathOf(hello)).toBe("v1/content/0000/000");
    expect((await errors()).map(({ code }) => code)).toEqual(["W005"]);
    expect(await staged()).toEqual([]);
  });

  it("is stored under generated names, whatever the files are called", async () => {
    const { store, root, sources, errors } = await makeSite();
    const names = [
      "CON",
      "a:b",
      "A.txt",
      "a.txt",
      "é",
      "e\u0301",
      "tab\tand\nline",
      "*?<>|\"'",
      "back\\slash",
      "-rf",
      "~",
      "...",
      "x".repeat(4_000),
      "日本/語",
      "%2e%2e/x",
      "\u202Etxt.exe",
    ];
    const stored = await store.put(
      versionOf(
        "ark:/99999/fk4names",
        1,
        await sources(Object.fromEntries(names.map((name, at) => [name, `text ${at}`]))),
      ),
    );
    const inventory: unknown = JSON.parse(await readFile(join(root, stored.root, "inventory.json"), "utf8"));
    const content = Object.keys(await treeOf(join(root, stored.root))).filter((path) =>
      path.includes("content"),
    );
    expect(content).toHaveLength(names.length);
    expect(content.every((path) => /^v1\/content\/0000\/\d{3}$/.test(path))).toBe(true);
    expect(inventory).toMatchObject({
      versions: {
        v1: { state: Object.fromEntries(names.map((name, at) => [sha256(`text ${at}`), [name]])) },
      },
    });
    expect(await errors()).toEqual([]);
  });

  it("spreads more than a thousand files over folders", async () => {
    const { store, root, sources, errors } = await makeSite({ fsync: false });
    const texts = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f/${at}`, `${at}`]));
    const stored = await store.put(versionOf("ark:/99999/fk4many", 1, await sources(texts)));
    expect(await readFile(join(root, stored.root, "v1/content/0000/999"), "utf8")).toBe("999");
    expect(await readFile(join(root, stored.root, "v1/content/0001/000"), "utf8")).toBe("1000");
    expect(await errors()).toEqual([]);
  });

  it("may have no files", async () => {
    const { store, errors } = await makeSite();
    await store.put(versionOf("ark:/99999/fk4none", 1, []));
    await store.put(versionOf("ark:/99999/fk4none", 2, []));
    expect(await errors()).toEqual([]);
  });

  it("takes its files one by one from an asynchronous source", async () => {
    const { store, sources, errors } = await makeSite();
    const files = await sources({ a: "1", b: "2" });
    const source = {
      async *[Symbol.asyncIterator]() {
        yield* files;
      },
    };
    const stored = await store.put(versionOf("ark:/99999/fk4async", 1, source));
    expect(stored.contentPathOf(sha256("2"))).toBe("v1/content/0000/001");
    expect(await errors()).toEqual([]);
  });
});

describe("a further version", () => {
  it("stores only bytes the object does not have yet", async () => {
    const { store, root, sources, errors } = await makeSite();
    const id = "ark:/99999/fk4twice";
    await store.put(versionOf(id, 1, await sources({ keep: "same", change: "old", big: BIG })));
    const stored = await store.put(
      versionOf(id, 2, await sources({ kept: "same", change: "new", big: BIG, copy: "new" })),
    );
    expect(Object.keys(await treeOf(join(root, stored.root)))).toEqual([
      "0=ocfl_object_1.1",
      "inventory.json",
      "inventory.json.sha256",
      "v1/content/0000/000",
      "v1/content/0000/001",
      "v1/content/0000/002",
      "v1/inventory.json",
      "v1/inventory.json.sha256",
      "v2/content/0000/000",
      "v2/inventory.json",
      "v2/inventory.json.sha256",
    ]);
    expect([sha256("same"), sha256("new"), sha256(BIG)].map(stored.contentPathOf)).toEqual([
      "v1/content/0000/000",
      "v2/content/0000/000",
      "v1/content/0000/002",
    ]);
    expect(await errors()).toEqual([]);
  });

  it("may bring no new bytes and may take old ones back", async () => {
    const { store, sources, errors } = await makeSite();
    const id = "ark:/99999/fk4back";
    await store.put(versionOf(id, 1, await sources({ a: "1", b: "2" })));
    await store.put(versionOf(id, 2, await sources({ a: "3" })));
    const stored = await store.put(versionOf(id, 3, await sources({ a: "1", c: "2" })));
    expect(stored.contentPathOf(sha256("1"))).toBe("v1/content/0000/000");
    expect(await errors()).toEqual([]);
  });

  it("is refused when bytes it takes from an earlier version are gone or cut", async () => {
    const { store, root, sources, staged } = await makeSite();
    const id = "ark:/99999/fk4lost";
    const stored = await store.put(versionOf(id, 1, await sources({ a: "1", b: "22" })));
    await writeFile(join(root, stored.root, "v1/content/0000/001"), "2");
    await expect(store.put(versionOf(id, 2, await sources({ b: "22" })))).rejects.toMatchObject({
      code: "storage_verify_failed",
    });
    await rm(join(root, stored.root, "v1/content/0000/000"));
    await expect(store.put(versionOf(id, 2, await sources({ a: "1" })))).rejects.toMatchObject({
      code: "storage_verify_failed",
    });
    expect(await staged()).toEqual([]);
  });
});

describe("a repeated put", () => {
  it("of the same version and files changes nothing", async () => {
    const { store, root, sources } = await makeSite();
    const files = await sources({ a: "1", big: BIG });
    const first = await store.put(versionOf("ark:/99999/fk4same", 1, files));
    const before = await treeOf(root);
    const again = await store.put({
      ...versionOf("ark:/99999/fk4same", 1, files.toReversed()),
      created: new Date(0),
      message: "later",
    });
    expect(again).toMatchObject({ root: first.root, inventorySha256: first.inventorySha256 });
    expect(again.contentPathOf(sha256(BIG))).toBe(first.contentPathOf(sha256(BIG)));
    expect(await treeOf(root)).toEqual(before);
  });

  it("reads back what is stored", async () => {
    const { store, root, sources } = await makeSite();
    const files = await sources({ a: "1" });
    const stored = await store.put(versionOf("ark:/99999/fk4rot", 1, files));
    await writeFile(join(root, stored.root, "v1/content/0000/000"), "7");
    await expect(store.put(versionOf("ark:/99999/fk4rot", 1, files))).rejects.toMatchObject({
      code: "storage_verify_failed",
    });
  });

  it.each([
    ["with other bytes", 2, { a: "other" }, "already has version 2"],
    ["with one file more", 2, { a: "2", b: "2" }, "already has version 2"],
    ["with one file less", 2, {}, "already has version 2"],
    ["of an earlier version", 1, { a: "1" }, "the storage is at version 2"],
    ["that leaves a version out", 4, { a: "4" }, "the storage is at version 2"],
  ])("%s is refused", async (_name, version, texts, words) => {
    const { store, root, sources, staged } = await makeSite();
    const id = "ark:/99999/fk4order";
    await store.put(versionOf(id, 1, await sources({ a: "1" })));
    await store.put(versionOf(id, 2, await sources({ a: "2" })));
    const before = await treeOf(root);
    const wrong = store.put(versionOf(id, version, await sources(texts)));
    await expect(wrong).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining(words),
    });
    expect(await treeOf(root)).toEqual(before);
    expect(await staged()).toEqual([]);
  });

  it("at the same time by two workers leaves one whole version", async () => {
    const { root, staging, sources, errors, staged } = await makeSite();
    const files = await sources(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}`, `${at} ${BIG}`])),
    );
    const puts = [1, 2, 3].map(() =>
      createOcflStore({ root, staging }).put(versionOf("ark:/99999/fk4race", 1, files)),
    );
    const results = await Promise.allSettled(puts);
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await errors()).toEqual([]);
    expect(await staged()).toEqual([]);
  });
});

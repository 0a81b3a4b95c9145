import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { meansNow, onEachRoad } from "../../../tests/fixtures/ocfl/roads.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import { openDiskThreads } from "../../threads/threads.ts";
import { createOcflStore } from "./store.ts";

const BIG = "waybill ".repeat(20_000);

onEachRoad(() => {
  describe("a first version", () => {
    it("leaves nothing in the staging folder, stored or refused", async () => {
      const { store, sources, staged } = await makeSite();
      const id = "ark:/99999/fk4stage";
      await store.put(versionOf(id, 1, await sources({ a: "1" })));
      expect(await staged()).toEqual([]);
      for (const [version, texts] of [
        [1, { a: "other" }],
        [3, { a: "3" }],
      ] as const)
        await expect(store.put(versionOf(id, version, await sources(texts)))).rejects.toMatchObject({
          code: "storage_failed",
        });
      expect(await staged()).toEqual([]);
    });

    it("spreads more than a thousand files over folders", async () => {
      const { store, root, sources, errors } = await makeSite({ fsync: false });
      const texts = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f/${at}`, `${at}`]));
      const stored = await store.put(versionOf("ark:/99999/fk4many", 1, await sources(texts)));
      expect(await readFile(join(root, stored.root, "v1/content/0000/999"), "utf8")).toBe("999");
      expect(await readFile(join(root, stored.root, "v1/content/0001/000"), "utf8")).toBe("1000");
      expect(await errors()).toEqual([]);
    });
  });

  describe("a further version", () => {
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
    it("reads back what is stored", async () => {
      const { store, root, sources } = await makeSite();
      const files = await sources({ a: "1" });
      const stored = await store.put(versionOf("ark:/99999/fk4rot", 1, files));
      await writeFile(join(root, stored.root, "v1/content/0000/000"), "7");
      await expect(store.put(versionOf("ark:/99999/fk4rot", 1, files))).rejects.toMatchObject({
        code: "storage_verify_failed",
      });
    });

    it("at the same time by two workers leaves one whole version", async () => {
      const { root, staging, sources, errors, staged } = await makeSite();
      const files = await sources(
        Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}`, `${at} ${BIG}`])),
      );
      const puts = [1, 2, 3].map(() =>
        createOcflStore({ ...meansNow(), root, staging }).put(versionOf("ark:/99999/fk4race", 1, files)),
      );
      const results = await Promise.allSettled(puts);
      expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
      expect(await errors()).toEqual([]);
      expect(await staged()).toEqual([]);
    });
  });
});

describe("a small object whose file system is synced together with others'", () => {
  /** A file system that can be told to fail, and who has asked it. */
  async function storeOver({ isThere = true, failAt = 0 } = {}) {
    const threads = openDiskThreads({ fromSources: true });
    onTestFinished(() => threads.close());
    const points: string[] = [];
    const together = {
      isThere: async () => isThere,
      begin: () => async () => {
        points.push("sync");
        if (points.filter((point) => point === "sync").length === failAt)
          throw Object.assign(new Error("x"), { code: "EIO", syscall: "syncfs" });
      },
      close: () => {},
    };
    const site = await makeSite({ threads, together, step: (name) => void points.push(name) });
    const put = async () =>
      site.store.put(versionOf("ark:/99999/fk4sync", 1, await site.sources({ a: "1" })));
    return { ...site, put, points };
  }

  it("is synced before it becomes visible, and its name before anybody is told", async () => {
    const { put, points } = await storeOver();
    await put();
    expect(points.filter((point) => !/^(?:work|file|content|inventory)/.test(point))).toEqual([
      "version-synced",
      "sync",
      "object-placed",
      "sync",
    ]);
  });

  it("does not become visible when the first sync fails", async () => {
    const { put, points, staged, errors } = await storeOver({ failAt: 1 });
    await expect(put()).rejects.toMatchObject({ code: "storage_failed" });
    expect(points).not.toContain("object-placed");
    expect(await staged()).toEqual([]);
    expect(await errors()).toEqual([]);
  });

  it("is not told of when the second one fails, and is found by the next put", async () => {
    const { put, errors } = await storeOver({ failAt: 2 });
    await expect(put()).rejects.toMatchObject({ code: "storage_failed" });
    await expect(put()).resolves.toMatchObject({ version: 1 });
    expect(await errors()).toEqual([]);
  });

  it("is synced file by file where that cannot be", async () => {
    const { put, points } = await storeOver({ isThere: false });
    await put();
    expect(points).not.toContain("sync");
  });
});

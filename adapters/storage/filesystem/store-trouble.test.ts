import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoreFile } from "../../../core/storage/ports.ts";
import { sha256, versionOf, writeSources } from "../../../tests/fixtures/ocfl/deposits.ts";
import { meansNow, onEachRoad } from "../../../tests/fixtures/ocfl/roads.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import { createOcflStore } from "./store.ts";

const BIG = "waybill ".repeat(20_000);

onEachRoad(() => {
  describe("a source that is not what it is said to be", () => {
    const cases: readonly (readonly [string, string, Partial<StoreFile>])[] = [
      ["small with other bytes", "hallo", { sha256: sha256("hello") }],
      ["small and shorter", "hell", { size: 5, sha256: sha256("hello") }],
      ["small and longer", "hello!", { size: 5, sha256: sha256("hello") }],
      ["large with other bytes", BIG, { sha256: sha256(`${BIG}!`) }],
      ["large and shorter", BIG, { size: BIG.length + 1, sha256: sha256(`${BIG}!`) }],
      ["large and longer", `${BIG}!`, { size: BIG.length, sha256: sha256(BIG) }],
    ];
    it.each(cases)("%s is caught and leaves nothing", async (_name, data, claim) => {
      const { store, root, sources, staged } = await makeSite();
      const [file] = await sources({ "a.txt": data });
      const put = store.put(
        versionOf("ark:/99999/fk4lie", 1, file === undefined ? [] : [{ ...file, ...claim }]),
      );
      await expect(put).rejects.toMatchObject({
        code: "storage_verify_failed",
        message: expect.stringContaining('"a.txt"'),
      });
      expect((await readdir(root)).sort()).toEqual(["0=ocfl_1.1", "extensions", "ocfl_layout.json"]);
      expect(await staged()).toEqual([]);
    });

    it("missing, or a link to elsewhere, is refused", async () => {
      const { store, folder, staged } = await makeSite();
      await symlink("/etc/hostname", join(folder, "link"));
      for (const [source, size] of [
        [join(folder, "none"), 5],
        [join(folder, "link"), 5],
        [join(folder, "link"), 1_000_000],
      ] as const) {
        const put = store.put(
          versionOf("ark:/99999/fk4gone", 1, [{ path: "a", source, size, sha256: sha256("hello") }]),
        );
        await expect(put).rejects.toMatchObject({ code: "storage_failed" });
      }
      expect(await staged()).toEqual([]);
    });
  });

  describe("logical paths OCFL does not allow", () => {
    it.each([
      [["/abs"]],
      [["a/../b"]],
      [["./a"]],
      [["a//b"]],
      [["a/"]],
      [[""]],
      [[".."]],
      [["a\0b"]],
      [["\ud800"]],
      [["a", "a/b"]],
      [["a/b", "a"]],
      [["a/b/c", "a/b"]],
    ])("%j", async (paths) => {
      const { store, folder, root, staged } = await makeSite();
      await writeFile(join(folder, "file"), "x");
      const files = paths.map((path) => ({
        path,
        source: join(folder, "file"),
        size: 1,
        sha256: sha256("x"),
      }));
      await expect(store.put(versionOf("ark:/99999/fk4path", 1, files))).rejects.toMatchObject({
        code: "storage_failed",
      });
      expect(await readdir(root)).toHaveLength(3);
      expect(await staged()).toEqual([]);
    });
  });

  describe("trouble outside", () => {
    it("a full disk is disk_full and leaves nothing in staging", async () => {
      const full = await mkdtemp(join(tmpdir(), "ocfl-full-"));
      const isMounted = mountSmallDisk(full);
      const noSpace = Object.assign(new Error("ENOSPC: no space left on device, write"), {
        code: "ENOSPC",
        syscall: "write",
      });
      const { store, sources, staged } = await makeSite({
        root: join(full, "root"),
        staging: join(full, "staging"),
        step: (name) => {
          if (!isMounted && name === "file-stored") throw noSpace;
        },
      });
      try {
        const files = await sources({ small: "x", big: BIG.repeat(20) });
        await expect(store.put(versionOf("ark:/99999/fk4full", 1, files))).rejects.toMatchObject({
          code: "disk_full",
        });
        expect(await staged()).toEqual([]);
        await store.put(versionOf("ark:/99999/fk4full", 1, await sources({ small: "x" })));
      } finally {
        if (isMounted) execFileSync("/bin/umount", [full]);
        await rm(full, { recursive: true });
      }
    });

    it("a storage root on another file system than the sources gets copies", async () => {
      const elsewhere = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ocfl-"));
      const { store, root, errors } = await makeSite();
      try {
        const stored = await store.put(
          versionOf("ark:/99999/fk4copy", 1, await writeSources(elsewhere, { big: BIG })),
        );
        const { nlink, dev } = await stat(join(root, stored.root, "v1/content/0000/000"));
        expect(nlink).toBe((await stat(elsewhere)).dev === dev ? 2 : 1);
        expect(await errors()).toEqual([]);
      } finally {
        await rm(elsewhere, { recursive: true });
      }
    });

    it("a small source may be rewritten afterwards", async () => {
      const { store, root, sources } = await makeSite();
      const [file] = await sources({ a: "1" });
      if (typeof file?.source !== "string") throw new Error("no source");
      const stored = await store.put(versionOf("ark:/99999/fk4own", 1, [file]));
      await writeFile(file.source, "2");
      expect(await readFile(join(root, stored.root, "v1/content/0000/000"), "utf8")).toBe("1");
    });

    it("the caller's wish to stop comes back as it was given, and leaves nothing", async () => {
      const stop = new AbortController();
      const reason = new Error("lease lost");
      const { store, root, sources, staged } = await makeSite({
        step: (name) => {
          if (name === "file-stored") stop.abort(reason);
        },
      });
      const files = await sources(
        Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}`, `${at}`])),
      );
      await expect(
        store.put({ ...versionOf("ark:/99999/fk4stop", 1, files), signal: stop.signal }),
      ).rejects.toBe(reason);
      expect(await staged()).toEqual([]);
      expect(await readdir(root)).toHaveLength(3);
    });

    it("an error of the list of files comes back as it is", async () => {
      const broken = Object.assign(new Error("connection lost"), { code: "ECONNRESET", syscall: "read" });
      const { store, sources, staged } = await makeSite();
      const [file] = await sources({ a: "1" });
      async function* list(): AsyncGenerator<StoreFile> {
        if (file !== undefined) yield file;
        throw broken;
      }
      await expect(store.put(versionOf("ark:/99999/fk4list", 1, list()))).rejects.toBe(broken);
      expect(await staged()).toEqual([]);
    });

    it("a storage root that is something else is refused with what is wrong", async () => {
      const { store, folder, root } = await makeSite();
      await mkdir(root);
      await writeFile(join(root, "holiday.jpg"), "x");
      await expect(store.put(versionOf("a", 1, []))).rejects.toMatchObject({
        code: "storage_failed",
        message: expect.stringContaining("holiday.jpg"),
      });
      await rm(join(root, "holiday.jpg"));
      await store.put(versionOf("urn:x:a", 1, []));
      await writeFile(
        join(root, "ocfl_layout.json"),
        JSON.stringify({ extension: "0002-flat-direct-storage-layout", description: "" }),
      );
      const other = createOcflStore({ ...meansNow(), root, staging: join(folder, "staging") });
      await expect(other.put(versionOf("urn:x:b", 1, []))).rejects.toMatchObject({
        message: expect.stringContaining("0002-flat"),
      });
    });

    it("that cannot be made leaves nothing in the staging folder, however often it is tried", async () => {
      const { store, root, staged } = await makeSite();
      await mkdir(join(root, "ocfl_layout.json", "not a file"), { recursive: true });
      for (let n = 0; n < 3; n += 1)
        await expect(store.put(versionOf("urn:x:a", 1, []))).rejects.toMatchObject({
          code: "storage_failed",
        });
      expect(await staged()).toEqual([]);
    });

    it("staging inside the root is refused", async () => {
      const { folder } = await makeSite();
      const store = createOcflStore({ root: join(folder, "root"), staging: join(folder, "root/staging") });
      await expect(store.put(versionOf("urn:x:a", 1, []))).rejects.toMatchObject({ code: "storage_failed" });
    });
  });

  /** Mounts a file system of 1 MB, if that is allowed. */
  function mountSmallDisk(folder: string): boolean {
    try {
      execFileSync("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  }
});

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { containerBench, ROOM, SIGNAL, sha256 } from "../../tests/containers/container-bench.ts";
import { makeZip, tarGzOf, tarOf } from "../../tests/containers/make-container.ts";
import { rawZip } from "../../tests/containers/raw-zip.ts";
import { largeNow, onBothRoads } from "../../tests/servers/payload-roads.ts";
import { openContainers } from "./containers.ts";

const { list, newFolder, put, unpack } = containerBench();

const CONTENTS = {
  "a.txt": "alpha",
  "folder/b.txt": "b".repeat(300_000),
  "folder/ü/c.bin": new Uint8Array([0, 255]),
  "empty/": "",
  "nothing.txt": "",
};
const FORMATS = {
  zip: () => makeZip(CONTENTS),
  zip64: () => makeZip(CONTENTS, { zip64: true }),
  tar: () => tarOf(CONTENTS),
  "tar.gz": () => tarGzOf(CONTENTS),
};

onBothRoads(() => {
  describe.each(Object.entries(FORMATS))("a %s", (_, make) => {
    it("is listed file by file, without its folders", async () => {
      expect(await list(await make())).toEqual({
        files: ["a.txt", "folder/b.txt", "folder/ü/c.bin", "nothing.txt"],
        problems: [],
        warnings: [],
      });
    });

    it("is unpacked with sizes and digests", async () => {
      const { to, unpacked } = await unpack(await make());
      expect(unpacked).toEqual([
        { number: 1, sizeBytes: 5, sha256: sha256("alpha") },
        { number: 2, sizeBytes: 300_000, sha256: sha256("b".repeat(300_000)) },
        { number: 3, sizeBytes: 2, sha256: sha256(new Uint8Array([0, 255])) },
        { number: 4, sizeBytes: 0, sha256: sha256("") },
      ]);
      expect(await readFile(path.join(to, "1"), "utf8")).toBe("alpha");
    });

    it("leaves out what is there already, and replaces what a cut run has left", async () => {
      const to = await newFolder();
      await writeFile(path.join(to, "3"), "half");
      const at = await put(await make());
      const targetOf = async (place: number) => (place === 3 ? path.join(to, "3") : undefined);
      const unpacked = [];
      for await (const one of openContainers({ large: largeNow() }).unpack({
        path: at,
        targetOf,
        mostBytes: ROOM,
        signal: SIGNAL,
      }))
        unpacked.push(one);
      expect(unpacked.map((one) => one.number)).toEqual([3]);
      expect(await readdir(to)).toEqual(["3"]);
      expect([...(await readFile(path.join(to, "3")))]).toEqual([0, 255]);
    });

    it("that is cut short is refused", async () => {
      const whole = await make();
      const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
      expect(await list(cut)).toMatchObject({ code: "container_invalid" });
    });

    it("stops when it is told to", async () => {
      const stop = new AbortController();
      stop.abort(new Error("stop"));
      const listing = openContainers().list({
        path: await put(await make()),
        mostBytes: ROOM,
        signal: stop.signal,
        warn: () => undefined,
      });
      await expect(listing.next()).rejects.toThrow("stop");
    });
  });

  describe("bytes that are not what was packed", () => {
    it("a CRC that differs is damage, and the other files still come", async () => {
      const bytes = rawZip([
        { name: "a", data: "alpha", crc: 1 },
        { name: "b", data: "beta" },
      ]);
      expect((await unpack(bytes)).unpacked).toEqual([
        { number: 1, fault: "entry_damaged" },
        { number: 2, sizeBytes: 4, sha256: sha256("beta") },
      ]);
    });

    it.each([
      [3, "entry_damaged"],
      [7, "entry_size"],
    ])("a size of %i that is none is found out", async (size, fault) => {
      expect((await unpack(rawZip([{ name: "a", data: "alpha", size }]))).unpacked).toEqual([
        { number: 1, fault },
      ]);
    });

    it("a large entry of another size or CRC is found out too", async () => {
      const data = Buffer.alloc(400_000, "0123456789abcdefghij");
      expect((await unpack(rawZip([{ name: "a", data, method: 0, crc: 1 }]))).unpacked).toEqual([
        { number: 1, fault: "entry_damaged" },
      ]);
      expect((await unpack(rawZip([{ name: "a", data, size: 300_000 }]))).unpacked).toEqual([
        { number: 1, fault: "entry_damaged" },
      ]);
    });

    it("deflated bytes that cannot be inflated are damage", async () => {
      const bytes = rawZip([{ name: "a", data: "alpha".repeat(50) }]);
      bytes.fill(0xff, 32, 38);
      expect((await unpack(bytes)).unpacked).toEqual([{ number: 1, fault: "entry_damaged" }]);
    });

    it("a gzip whose checksum differs is damaged", async () => {
      const bytes = await tarGzOf(CONTENTS);
      bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 0xff;
      await expect(unpack(bytes)).rejects.toMatchObject({ code: "container_invalid" });
    });
  });

  describe("what is no container", () => {
    it.each([
      ["text", Buffer.from("hello")],
      ["bzip2", Buffer.from("BZh91AY&SY")],
      ["nothing", Buffer.alloc(0)],
    ])("%s is not taken", async (_, bytes) => {
      expect(await list(bytes)).toMatchObject({ code: "container_unsupported" });
    });

    it("a zip in name only is damaged", async () => {
      expect(await list(Buffer.from("PK\u0003\u0004 and then nothing"))).toMatchObject({
        code: "container_invalid",
      });
    });
  });
});

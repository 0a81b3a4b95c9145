import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectFailure, openPayloadBench } from "../../tests/servers/payload-bench.ts";
import { asDiskFault } from "../disk/disk-fault.ts";
import { openPart } from "./part-file.ts";
import { startPart } from "./start-part.ts";

let folder: string;
let to: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "waybill-part-"));
  to = join(folder, "1");
});
afterEach(() => rm(folder, { recursive: true }));

describe("a part file", () => {
  it("holds the chunks in order, however they are cut and gathered", async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 100 }), async (parts, bufferBytes) => {
        const part = await startPart(to, () =>
          openPart(to, 0, { writeBufferBytes: bufferBytes, reserveBytes: 0 }),
        );
        for (const chunk of parts) await part.write(chunk);
        await part.finish(to);
        expect(Buffer.concat(parts).equals(await readFile(to))).toBe(true);
      }),
      { numRuns: 30 },
    );
    expect(await readdir(folder)).toEqual(["1"]);
  });

  it("can be closed and gone on with", async () => {
    const first = await openPart(to, 0, { writeBufferBytes: 100, reserveBytes: 0 });
    await first.write(Buffer.from("abc"));
    await first.close();
    const second = await openPart(to, 3, { writeBufferBytes: 100, reserveBytes: 0 });
    await second.write(Buffer.from("def"));
    await second.finish(to);
    expect(await readFile(to, "utf8")).toBe("abcdef");
  });

  it("does not follow a link that lies in its place", async () => {
    const other = join(folder, "other");
    await writeFile(other, "keep");
    await symlink(other, `${to}.part`);
    const part = await startPart(to, () => openPart(to, 0, { writeBufferBytes: 100, reserveBytes: 0 }));
    await part.write(Buffer.from("abc"));
    await part.finish(to);
    expect([await readFile(other, "utf8"), await readFile(to, "utf8")]).toEqual(["keep", "abc"]);
  });

  it.each([true, false])(
    "gives no name to the bytes of another worker (which has begun: %s)",
    async (hasBegun) => {
      const part = await startPart(to, () => openPart(to, 0, { writeBufferBytes: 100, reserveBytes: 0 }));
      await part.write(Buffer.from("abc"));
      await unlink(`${to}.part`);
      if (hasBegun) await writeFile(`${to}.part`, "ab");
      expect((await expectFailure(part.finish(to))).code).toBe("lease_lost");
      expect(await readdir(folder)).toEqual(hasBegun ? ["1.part"] : []);
    },
  );

  it("says that the disk is full, on a write or at the end", async () => {
    await symlink("/dev/full", `${to}.part`);
    const part = await openPart(to, 1, { writeBufferBytes: 4, reserveBytes: 0 });
    const write = async () => {
      for (let count = 0; count < 3; count += 1) await part.write(Buffer.from("abcd"));
    };
    await expect(write()).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(part.close()).rejects.toMatchObject({ code: "ENOSPC" });
    const late = await openPart(to, 1, { writeBufferBytes: 4, reserveBytes: 0 });
    await late.write(Buffer.from("a"));
    await expect(late.finish(to)).rejects.toMatchObject({ code: "ENOSPC" });
  });
});

describe("asDiskFault", () => {
  it.each([
    ["ENOSPC", "disk_full"],
    ["EDQUOT", "disk_full"],
    ["EACCES", "EACCES"],
  ])("%s is %s", (code, expected) => {
    expect(asDiskFault(Object.assign(new Error("write"), { code }))).toMatchObject({ code: expected });
  });
});

/** A disk of 256 KiB, if this user may mount one. */
async function mountSmallDisk(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const small = join(folder, "small");
  await mkdir(small);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", small]);
  return small;
}

describe("a download on a full disk", () => {
  it("fails as disk_full and leaves nothing", async () => {
    const small = await mountSmallDisk();
    // Only root may mount; the same errors come from /dev/full, above.
    if (small === undefined) return expect(process.getuid?.()).not.toBe(0);
    const bench = await openPayloadBench();
    try {
      bench.source.serve("/a", { kind: "file", body: Buffer.alloc(3_000_000), etag: '"one"' });
      const error = await bench.fail("/a", { to: join(small, "1") });
      expect(error.code).toBe("disk_full");
      expect(error.message).toContain("The working storage is full");
      expect(bench.source.requests).toHaveLength(1);
      expect(await readdir(small)).toEqual([]);
    } finally {
      await bench.close();
      execFileSync("umount", [small]);
    }
  });
});

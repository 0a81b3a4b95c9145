import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LargeFileRules, openLargeFile } from "./large-file.ts";
import { type LargeFiles, openLargeFiles } from "./large-files.ts";

const SLOT = 100;

let large: LargeFiles;
beforeAll(() => {
  large = openLargeFiles({ fromSources: true, slotBytes: SLOT });
});
afterAll(() => large.close());

let folder: string;
let handle: FileHandle;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "waybill-large-"));
  handle = await open(join(folder, "file"), "wx+");
});
afterEach(async () => {
  await handle.close();
  await rm(folder, { recursive: true });
});

const begin = (over: Partial<LargeFileRules> = {}, file = handle) =>
  openLargeFile(file, {
    large,
    fromByte: 0,
    algorithm: undefined,
    room: () => undefined,
    signal: new AbortController().signal,
    ...over,
  });

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const pattern = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 251));

describe("a large file", () => {
  it("has the chunks in order, however they are cut, and the digests of all of it", async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 350 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat(300), async (parts, had) => {
        await handle.truncate();
        const before = pattern(had);
        await handle.write(before, 0, had, 0);
        const file = await begin({ fromByte: had, algorithm: "md5" });
        for (const chunk of parts) {
          await file.write(chunk);
          // what was handed over may be used again at once
          chunk.fill(1);
        }
        await file.flush();
        const found = await readFile(join(folder, "file"));
        expect(found.length).toBe(had + parts.reduce((sum, { length }) => sum + length, 0));
        expect(await file.digests()).toEqual({
          sha256: sha256(found),
          declared: createHash("md5").update(found).digest("hex"),
        });
        await file.leave();
      }),
      { numRuns: 25 },
    );
  });

  it("is refused when what is read back is not what was written", async () => {
    // takes everything and gives zeros
    const zeros = await open("/dev/zero", "r+");
    const file = await begin({}, zeros);
    await file.write(pattern(SLOT / 2));
    await expect(file.flush()).rejects.toMatchObject({ code: "storage_verify_failed" });
    await file.leave();
    await zeros.close();
  });

  it("is refused when it ends before what it is said to have", async () => {
    await handle.write(pattern(50));
    await expect(begin({ fromByte: 51 })).rejects.toMatchObject({ code: "storage_verify_failed" });
  });

  it("says that the disk is full, and writes nothing behind what it could not write", async () => {
    const full = await open("/dev/full", "r+");
    const file = await begin({}, full);
    const write = async () => {
      for (let count = 0; count < 12; count += 1) await file.write(pattern(SLOT));
    };
    await expect(write()).rejects.toMatchObject({ code: "ENOSPC", syscall: "write" });
    await expect(file.flush()).rejects.toMatchObject({ code: "ENOSPC" });
    await file.leave();
    await full.close();
  });

  it("asks for room before it writes, and has no gap when there is none", async () => {
    let left = 3 * SLOT;
    const room = async (bytes: number) => {
      if (bytes > left) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
      left -= bytes;
    };
    const file = await begin({ room });
    await expect(file.write(pattern(10 * SLOT))).rejects.toMatchObject({ code: "ENOSPC" });
    await file.leave();
    expect(await readFile(join(folder, "file"))).toEqual(pattern(10 * SLOT).subarray(0, 3 * SLOT));
  });

  it("left in the middle, has all that was flushed and can be gone on with", async () => {
    const bytes = pattern(1_234);
    const first = await begin();
    await first.write(bytes.subarray(0, 777));
    await first.flush();
    await first.leave();
    expect((await stat(join(folder, "file"))).size).toBe(777);
    const second = await begin({ fromByte: 777 });
    await second.write(bytes.subarray(777));
    await second.flush();
    expect(await second.digests()).toEqual({ sha256: sha256(bytes) });
    await second.leave();
    expect(await readFile(join(folder, "file"))).toEqual(bytes);
  });

  it("stops hashing what it has when it is aborted", async () => {
    await handle.write(pattern(50));
    await expect(begin({ fromByte: 50, signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
  });
});

describe("a thread that ends", () => {
  it("fails its files with an error that is tried again, and others take a new one", async () => {
    const own = openLargeFiles({ fromSources: true, slotBytes: SLOT });
    const file = await begin({ large: own });
    await own.close();
    const write = async () => {
      for (let count = 0; count < 12; count += 1) await file.write(pattern(SLOT));
      await file.flush();
    };
    await expect(write()).rejects.toMatchObject({ code: "storage_failed" });
    await file.leave();
    await handle.truncate();
    const next = await begin({ large: own });
    await next.write(pattern(250));
    await next.flush();
    expect(await next.digests()).toEqual({ sha256: sha256(pattern(250)) });
    await next.leave();
    await own.close();
  });
});

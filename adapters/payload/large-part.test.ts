import { readFile, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileBehaviour } from "../../tests/servers/behaviours.ts";
import {
  digestOf,
  expectFailure,
  IMPATIENT,
  openPayloadBench,
  type PayloadBench,
} from "../../tests/servers/payload-bench.ts";
import { type LargeFiles, openLargeFiles } from "../bytes/large-files.ts";
import { openLargePart } from "./large-part.ts";

const BODY = Buffer.alloc(3_000_000, "0123456789abcdef-");
const FILE: FileBehaviour = { kind: "file", body: BODY, etag: '"one"' };
const SHA256 = digestOf("sha-256", BODY).value;

let large: LargeFiles;
let bench: PayloadBench;
let to: string;
beforeEach(async () => {
  large = openLargeFiles({ fromSources: true });
  bench = await openPayloadBench({ large });
  to = join(bench.folder, "1");
});
afterEach(async () => {
  await bench.close();
  await large.close();
});

const isKnown = async () => (await large.readBack.find(to))?.sha256 === SHA256;

describe("a large file over HTTP", () => {
  it.each([
    ["of announced size", FILE],
    ["of unknown size", { ...FILE, framing: "chunked" }],
  ] as const)("%s is brought, and known as read back", async (_, behaviour) => {
    bench.source.serve("/a", behaviour);
    const counts: number[] = [];
    const onBytes = (bytes: number) => void counts.push(bytes);
    const declaredDigest = digestOf("md5", BODY);
    const got = await bench.fetch("/a", { declaredDigest, onBytes });
    expect(got).toMatchObject({ size: BODY.length, sha256: SHA256, attempts: 1 });
    expect(BODY.equals(await readFile(to))).toBe(true);
    expect(await isKnown()).toBe(true);
    expect(counts.at(-1)).toBe(BODY.length);
    expect(await bench.names()).toEqual(["1"]);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
  });

  it("that is small is not", async () => {
    bench.source.serve("/a", { ...FILE, body: BODY.subarray(0, 1_000_000) });
    await bench.fetch("/a");
    expect(await large.readBack.find(to)).toBeUndefined();
  });

  it("aborted in the middle, is gone on with, and will be read again", async () => {
    const declared = { declaredSize: BODY.length, declaredDigest: digestOf("md5", BODY) };
    bench.source.serve("/a", { ...FILE, pause: { afterBytes: 2_000_001, ms: 20_000 } });
    const stop = new AbortController();
    const onBytes = (bytes: number) => bytes === 2_000_001 && stop.abort("stop");
    await expect(bench.fetch("/a", { ...declared, onBytes, signal: stop.signal })).rejects.toBe("stop");
    expect((await stat(`${to}.part`)).size).toBe(2_000_001);
    bench.source.serve("/a", FILE);
    expect(await bench.fetch("/a", declared)).toMatchObject({ size: BODY.length, sha256: SHA256 });
    expect(bench.source.requests.at(-1)?.headers.range).toBe("bytes=2000001-");
    expect(await isKnown()).toBe(false);
  });

  it("is begun anew when its bytes did not get to the disk, whatever ended the try", async () => {
    let faults = 1;
    const take = () => {
      const hand = large.threads.take();
      const act: typeof hand.do = async (order) => {
        const done = await hand.do(order);
        if (order.kind !== "store" || order.at < 1_300_000 || faults === 0) return done;
        faults -= 1;
        throw Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", syscall: "write" });
      };
      return { ...hand, do: act };
    };
    const faulty = await openPayloadBench({
      ...IMPATIENT,
      large: { ...large, threads: { ...large.threads, take } },
    });
    faulty.source.serve("/a", [{ ...FILE, pause: { afterBytes: 2_000_001, ms: 20_000 } }, FILE]);
    const declaredSize = BODY.length;
    expect(await faulty.fetch("/a", { declaredSize })).toMatchObject({ sha256: SHA256, attempts: 2 });
    expect(faults).toBe(0);
    expect(faulty.source.requests.at(-1)?.headers.range).toBeUndefined();
    await faulty.close();
  });

  it.each([
    ["longer than declared", { declaredSize: BODY.length - 1 }, "size_mismatch"],
    ["larger than allowed", { maxBytes: BODY.length - 1 }, "source_too_large"],
    ["with another digest", { declaredDigest: digestOf("md5", "other") }, "digest_mismatch"],
  ] as const)("%s leaves nothing", async (_, over, code) => {
    bench.source.serve("/a", { ...FILE, framing: "chunked" });
    expect((await bench.fail("/a", over)).code).toBe(code);
    expect(await bench.names()).toEqual([]);
  });

  it("whose thread ends is gone on with on another one", async () => {
    bench.source.serve("/a", FILE);
    let ends = 1;
    const onBytes = (bytes: number) => {
      if (bytes < 1_500_000 || ends === 0) return;
      ends -= 1;
      void large.close();
    };
    expect(await bench.fetch("/a", { onBytes })).toMatchObject({ sha256: SHA256, attempts: 2 });
    expect(BODY.equals(await readFile(to))).toBe(true);
    expect(await isKnown()).toBe(false);
  });

  it("whose threads end each time fails as storage_failed", async () => {
    bench.source.serve("/a", FILE);
    const onBytes = () => void large.close();
    expect((await bench.fail("/a", { onBytes })).code).toBe("storage_failed");
    expect(bench.source.requests).toHaveLength(3);
    expect(await bench.names()).toEqual([]);
  });
});

describe("a large part file", () => {
  const open = (fromByte: number, reserveBytes = 0) =>
    openLargePart(to, fromByte, {
      large,
      reserveBytes,
      writeBufferBytes: 1,
      algorithm: undefined,
      total: undefined,
      signal: new AbortController().signal,
    });

  it.each([true, false])(
    "gives no name to the bytes of another worker (which has begun: %s)",
    async (hasBegun) => {
      const part = await open(0);
      await part.write(BODY);
      await part.digests();
      await unlink(`${to}.part`);
      if (hasBegun) await writeFile(`${to}.part`, "ab");
      expect((await expectFailure(part.finish(to))).code).toBe("lease_lost");
      expect(await bench.names()).toEqual(hasBegun ? ["1.part"] : []);
      expect(await isKnown()).toBe(false);
    },
  );

  it("does not get its name when it is not what was written", async () => {
    await symlink("/dev/zero", `${to}.part`);
    const part = await open(1);
    await part.write(BODY.subarray(1, 500));
    expect((await expectFailure(part.digests())).code).toBe("storage_verify_failed");
    await expect(part.close()).rejects.toMatchObject({ code: "storage_verify_failed" });
    expect(await bench.names()).toEqual(["1.part"]);
  });

  it("stops before it uses the disk's reserve", async () => {
    const part = await open(0, Number.MAX_SAFE_INTEGER);
    await expect(part.write(BODY)).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(part.close()).rejects.toMatchObject({ code: "ENOSPC" });
    expect((await stat(`${to}.part`)).size).toBe(0);
  });
});

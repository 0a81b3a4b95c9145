import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIGEST_ALGORITHMS, type DigestAlgorithm } from "../../core/digest/algorithms.ts";
import { hashFile } from "./hash-file.ts";
import { openHash } from "./hash-stream.ts";

const ABC_SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/** Published values: RFC 1321 A.5, FIPS 180-4 examples, the CRC catalogue's check value, RFC 1950's formula by hand. */
const KNOWN: readonly (readonly [DigestAlgorithm, string, string])[] = [
  ["adler-32", "", "00000001"],
  ["adler-32", "a", "00620062"],
  ["adler-32", "Wikipedia", "11e60398"],
  ["crc-32", "", "00000000"],
  ["crc-32", "123456789", "cbf43926"],
  ["md5", "", "d41d8cd98f00b204e9800998ecf8427e"],
  ["md5", "message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
  ["sha-1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  ["sha-256", "abc", ABC_SHA256],
  [
    "sha-384",
    "abc",
    "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
  ],
  [
    "sha-512",
    "abc",
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  ],
];

describe("openHash", () => {
  it.each(KNOWN)("%s of %j is %s", async (algorithm, text, value) => {
    const hash = await openHash(algorithm);
    hash.update(Buffer.from(text));
    expect(hash.finish().declared).toBe(value);
  });

  it("takes SHA-256 beside every algorithm and counts the bytes", async () => {
    for (const algorithm of Object.keys(DIGEST_ALGORITHMS) as DigestAlgorithm[]) {
      const hash = await openHash(algorithm);
      hash.update(Buffer.from("ab"));
      hash.update(Buffer.from("c"));
      const digests = hash.finish();
      expect(digests.sha256).toBe(ABC_SHA256);
      expect(digests.declared).toHaveLength(DIGEST_ALGORITHMS[algorithm].hexLength);
      expect(hash.sizeBytes).toBe(3);
    }
  });

  it("gives SHA-256 alone when no algorithm is named", async () => {
    const hash = await openHash();
    hash.update(Buffer.from("abc"));
    expect(hash.finish()).toEqual({ sha256: ABC_SHA256 });
  });

  it("does not care how the bytes are cut, and streams do not disturb each other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), async (chunks) => {
        const whole = Buffer.concat(chunks);
        for (const algorithm of ["adler-32", "crc-32", "md5"] as const) {
          const [cut, once] = await Promise.all([openHash(algorithm), openHash(algorithm)]);
          for (const chunk of chunks) cut.update(chunk);
          once.update(whole);
          expect(cut.finish()).toEqual(once.finish());
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("hashFile", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "waybill-hash-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it("passes a file of several reads through the stream", async () => {
    const bytes = Buffer.alloc(2_500_000, "waybill");
    await writeFile(join(folder, "file"), bytes);
    const hash = await openHash("md5");
    await hashFile(join(folder, "file"), hash, new AbortController().signal);
    expect(hash.sizeBytes).toBe(2_500_000);
    expect(hash.finish().declared).toBe(createHash("md5").update(bytes).digest("hex"));
  });

  it("stops when the signal aborts", async () => {
    const hash = await openHash();
    await expect(hashFile(join(folder, "file"), hash, AbortSignal.abort())).rejects.toThrow("aborted");
  });
});

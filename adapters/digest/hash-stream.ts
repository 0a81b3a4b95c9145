import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { createAdler32 } from "hash-wasm";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";

/** Digests of what went through a hash stream, in lower-case hexadecimal. `declared` is set when an algorithm was named. */
export type Digests = { readonly sha256: string; readonly declared?: string };

/** Counts and digests bytes as they pass. After `finish` nothing more may be added. */
export type HashStream = {
  readonly sizeBytes: number;
  update(chunk: Uint8Array): void;
  finish(): Digests;
};

type Running = { update(chunk: Uint8Array): void; hex(): string };

const CRC_HEX_LENGTH = 8;

/** The name node:crypto gives an algorithm; the two checksums are not cryptographic and come from elsewhere. */
const CRYPTO_NAMES = {
  md5: "md5",
  "sha-1": "sha1",
  "sha-256": "sha256",
  "sha-384": "sha384",
  "sha-512": "sha512",
} as const satisfies Partial<Record<DigestAlgorithm, string>>;

function runCrypto(name: string): Running {
  const hash = createHash(name);
  return { update: (chunk) => void hash.update(chunk), hex: () => hash.digest("hex") };
}

function runCrc32(): Running {
  let value = 0;
  return {
    // zlib's crc32 of no bytes is 0, whatever the value so far.
    update: (chunk) => {
      if (chunk.length > 0) value = crc32(chunk, value);
    },
    hex: () => value.toString(16).padStart(CRC_HEX_LENGTH, "0"),
  };
}

async function runAdler32(): Promise<Running> {
  const hash = (await createAdler32()).init();
  return { update: (chunk) => void hash.update(chunk), hex: () => hash.digest("hex") };
}

async function run(algorithm: DigestAlgorithm): Promise<Running> {
  if (algorithm === "adler-32") return runAdler32();
  if (algorithm === "crc-32") return runCrc32();
  return runCrypto(CRYPTO_NAMES[algorithm]);
}

/**
 * Starts a stream that computes SHA-256 and, if named, one more algorithm over the same bytes in one pass.
 * Source: RFC 1950 section 8 (Adler-32), RFC 1952 section 8 (CRC-32), RFC 1321 (MD5), FIPS 180-4 (SHA).
 */
export async function openHash(algorithm?: DigestAlgorithm): Promise<HashStream> {
  const sha256 = runCrypto("sha256");
  const declared = algorithm === undefined || algorithm === "sha-256" ? undefined : await run(algorithm);
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    update(chunk) {
      sizeBytes += chunk.length;
      sha256.update(chunk);
      declared?.update(chunk);
    },
    finish() {
      const digest = sha256.hex();
      if (algorithm === undefined) return { sha256: digest };
      return { sha256: digest, declared: declared?.hex() ?? digest };
    },
  };
}

import type { Digest, DigestAlgorithm } from "../../core/digest/algorithms.ts";
import type { Fetch } from "../../core/ports.ts";
import type { Digests } from "../digest/hash-stream.ts";
import { SourceFault } from "./fault.ts";
import { FINDINGS, type Verdict } from "./verdicts.ts";

/** The parts of a fetch that say what the file must be like. */
export type Declared = Pick<Fetch, "declaredSize" | "declaredDigest" | "maxBytes">;

const NAMES = {
  "adler-32": "Adler-32",
  "crc-32": "CRC-32",
  md5: "MD5",
  "sha-1": "SHA-1",
  "sha-256": "SHA-256",
  "sha-384": "SHA-384",
  "sha-512": "SHA-512",
} as const satisfies Record<DigestAlgorithm, string>;

/** Most bytes that may arrive: the declared size, or `maxBytes` when none is declared. */
export function mostBytes(declared: Declared): number {
  return declared.declaredSize ?? declared.maxBytes;
}

/** Throws when a source announces another size than the declared one, or more than `maxBytes`, before any byte is taken. */
export function checkAnnounced(declared: Declared, announced: number | undefined, mediaType?: string): void {
  if (announced === undefined) return;
  if (declared.declaredSize === undefined && announced <= declared.maxBytes) return;
  if (announced === declared.declaredSize) return;
  if (declared.declaredSize === undefined) throw tooLarge(declared.maxBytes);
  throw wrongSize(`has ${announced} bytes`, declared.declaredSize, mediaType);
}

/** Throws when more bytes have arrived than the file may have. */
export function checkNotTooLong(declared: Declared, received: number, mediaType?: string): void {
  if (received <= mostBytes(declared)) return;
  if (declared.declaredSize === undefined) throw tooLarge(declared.maxBytes);
  throw wrongSize(`has more than ${declared.declaredSize} bytes`, declared.declaredSize, mediaType);
}

/** Throws when the whole file is smaller or larger than declared. */
export function checkSize(declared: Declared, size: number, mediaType?: string): void {
  if (declared.declaredSize === undefined || size === declared.declaredSize) return;
  throw wrongSize(`has ${size} bytes`, declared.declaredSize, mediaType);
}

/** Throws with `verdict` when the digest is not the declared one. */
export function checkDigest(
  digest: Digest | undefined,
  found: Digests,
  verdict: Verdict,
  mediaType?: string,
): void {
  if (digest === undefined || found.declared === digest.value) return;
  const name = NAMES[digest.algorithm];
  const why = `its ${name} is ${found.declared}, but ${digest.value} was declared`;
  throw new SourceFault(verdict, why + pageHint(mediaType));
}

function wrongSize(found: string, declaredSize: number, mediaType?: string): SourceFault {
  return new SourceFault(
    FINDINGS.wrongSize,
    `it ${found}, but ${declaredSize} were declared${pageHint(mediaType)}`,
  );
}

function tooLarge(maxBytes: number): SourceFault {
  return new SourceFault(
    FINDINGS.tooLarge,
    `it has more than ${maxBytes} bytes, the most taken when no size is declared`,
  );
}

/** Login and error pages sent with status 200 are the usual reason. */
function pageHint(mediaType: string | undefined): string {
  return mediaType === "text/html" ? "; the source sent a web page, perhaps in place of the file" : "";
}

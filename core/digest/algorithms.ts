/** Digests a deposit may declare, spelled as in docs/reference/manifest.md, "Digests". `hexLength`: characters of its value. */
export const DIGEST_ALGORITHMS = {
  "adler-32": { hexLength: 8 },
  "crc-32": { hexLength: 8 },
  md5: { hexLength: 32 },
  "sha-1": { hexLength: 40 },
  "sha-256": { hexLength: 64 },
  "sha-384": { hexLength: 96 },
  "sha-512": { hexLength: 128 },
} as const satisfies Record<string, { readonly hexLength: number }>;
export type DigestAlgorithm = keyof typeof DIGEST_ALGORITHMS;

/** A declared digest; `value` is lower-case hexadecimal. */
export type Digest = { readonly algorithm: DigestAlgorithm; readonly value: string };

/** The algorithm a depositor's spelling means (`MD5`, `SHA-256`, `sha256`), or undefined when Waybill does not take it. */
export function readAlgorithm(spelling: string): DigestAlgorithm | undefined {
  const plain = spelling.trim().toLowerCase().replaceAll("-", "");
  return (Object.keys(DIGEST_ALGORITHMS) as DigestAlgorithm[]).find(
    (name) => name.replaceAll("-", "") === plain,
  );
}

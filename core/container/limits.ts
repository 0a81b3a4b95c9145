/**
 * What a container may hold. They keep a hostile one from filling disk or memory; an honest one can be split or
 * recreated. Source: docs/reference/containers.md, "Limits"; a test compares the table there with this one.
 */
export const CONTAINER_LIMITS = {
  /** Most entries, folders and all. */
  entries: 100_000,
  /** All names together, so that a list of them fits in memory. */
  nameCharacters: 16_777_216,
  /** A zip entry, or a whole gzip stream, larger than `ratioFromBytes` may grow to this many times its compressed size. */
  ratio: 200,
  ratioFromBytes: 1_048_576,
  /** Most problems, and most warnings, that are described; the rest is counted. */
  findings: 1000,
} as const;

/** Whether something unpacks to more than its compressed size can honestly hold. */
export function isBomb(compressedBytes: number, unpackedBytes: number): boolean {
  const { ratio, ratioFromBytes } = CONTAINER_LIMITS;
  return unpackedBytes > ratioFromBytes && unpackedBytes > ratio * compressedBytes;
}

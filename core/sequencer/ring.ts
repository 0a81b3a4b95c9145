/**
 * The order of nodes. Each has a key, the SHA-256 of its public key in lower-case hexadecimal, and the keys in their order
 * are a ring. Views of the ring may differ between nodes: only the store decides who publishes.
 * Source: docs/reference/sequencer.md, "The ring".
 */
export type Ring = readonly string[];

/** The ring of some keys, of which one may be there several times, and in any order. */
export function ringOf(keys: Iterable<string>): Ring {
  return [...new Set(keys)].sort();
}

/** The place of a node of the ring, from 0; where it would be, if it is not in it. */
export function placeOf(ring: Ring, key: string): number {
  return ring.filter((other) => other < key).length;
}

/**
 * How many nodes come between the last writer and a node of the ring, that node included: 0 for the writer itself. A writer
 * that is not in the ring is a point on it, and the node behind that point is at distance 1.
 */
export function distanceFrom(ring: Ring, writer: string, key: string): number {
  const isWriterThere = ring.includes(writer);
  const steps = placeOf(ring, key) - placeOf(ring, writer);
  const around = (steps + ring.length) % ring.length;
  return isWriterThere ? around : around + 1;
}

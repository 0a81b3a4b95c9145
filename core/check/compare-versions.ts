/** Versions that only one of the two sides has, in ascending order. */
export type VersionGap = { readonly unrecorded: readonly number[]; readonly missing: readonly number[] };

/**
 * Compares what storage holds of an object, versions 1 to `head` (0: no such object), with what the inventory has of it.
 * Storage cannot have gaps. Source: OCFL 1.1 section 3.5.3 (version numbers are consecutive).
 */
export function compareVersions(head: number, recorded: readonly number[]): VersionGap {
  const known = new Set(recorded);
  const unrecorded: number[] = [];
  for (let version = 1; version <= head; version += 1) if (!known.has(version)) unrecorded.push(version);
  const missing = [...known].filter((version) => version > head).sort((one, other) => one - other);
  return { unrecorded, missing };
}

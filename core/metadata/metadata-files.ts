import { DELETE_LIST } from "./delete-list.ts";

/** Files at the top of a deposit that say something about it. Source: docs/reference/metadata.md. */
export const METADATA_FILES = [
  "mrt-erc.txt",
  "mrt-dc.xml",
  "mrt-datacite.xml",
  "mrt-eml.xml",
  "mrt-embargo.txt",
  DELETE_LIST,
] as const;
export type MetadataFile = (typeof METADATA_FILES)[number];

/**
 * Largest of each that is read, in bytes. Those that are a few lines are small: a line costs much more than its bytes, and
 * 5 MB of two characters each would keep a worker from everything else for seconds.
 */
export const METADATA_BYTES = {
  "mrt-erc.txt": 250_000,
  "mrt-dc.xml": 5_000_000,
  "mrt-datacite.xml": 5_000_000,
  "mrt-eml.xml": 5_000_000,
  "mrt-embargo.txt": 250_000,
  [DELETE_LIST]: 5_000_000,
} as const satisfies Record<MetadataFile, number>;

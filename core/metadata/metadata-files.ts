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

/** Largest of them that is read, in bytes. */
export const METADATA_BYTES = 5_000_000;

/**
 * What a stored version is in a storage. `Wanted`: to be copied there; `Verified`: all of it was read there and found good;
 * `Damaged`: something of it is missing or other than it was, and is to be mended. Source: docs/reference/copies.md.
 */
export const COPY_STATES = ["Wanted", "Verified", "Damaged"] as const;
export type CopyState = (typeof COPY_STATES)[number];

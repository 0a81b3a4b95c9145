import type { Finding } from "../problem/finding-counter.ts";
import type { ManifestRow } from "./row.ts";

/** How a manifest is read, beside its kind. Lengths in UTF-16 units. */
export type ManifestOptions = {
  /** Whether a row's address may begin with `file:`. Default false. */
  readonly fileUrls?: boolean;
  /** Most rows. Default 1,000,000. */
  readonly maxRows?: number;
  /** Longest line. Default 65,536. */
  readonly maxLineLength?: number;
  /** Most problems, and most warnings, that are described; the rest is counted. Default 1,000. */
  readonly maxFindings?: number;
  /** Problems after which the rest is not read: whoever writes so many makes the same mistake in every row. Default 10,000. */
  readonly maxProblems?: number;
};

/**
 * What a manifest came to, or what of it was read. `rows`: rows without a problem. Counts include what was not described;
 * with more problems than are read, the last described one says so and counts too.
 */
export type ManifestSummary = {
  readonly lines: number;
  readonly rows: number;
  readonly problems: number;
  readonly warnings: number;
};

/** What the parser hands on, in the order of the lines. */
export type ManifestItem = { readonly kind: "row"; readonly row: ManifestRow } | Finding;

export const DEFAULT_OPTIONS = {
  fileUrls: false,
  maxRows: 1_000_000,
  maxLineLength: 65_536,
  maxFindings: 1_000,
  maxProblems: 10_000,
} as const satisfies Required<ManifestOptions>;

import type { Finding } from "../problem/finding-counter.ts";
import type { ManifestRow } from "./row.ts";

/** How a manifest is read, apart from its kind. Lengths are in UTF-16 units. */
export type ManifestOptions = {
  /** Whether a row's address may begin with `file:`. Default false. */
  readonly fileUrls?: boolean;
  /** The most rows. Default 1,000,000. */
  readonly maxRows?: number;
  /** The longest line. Default 65,536. */
  readonly maxLineLength?: number;
  /** The most problems, and the most warnings, that are described; further ones are only counted. Default 1,000. */
  readonly maxFindings?: number;
  /**
   * The number of problems after which reading stops: a manifest with this many repeats the same mistake in every row.
   * Default 10,000.
   */
  readonly maxProblems?: number;
};

/**
 * The result of reading a manifest, or the part that was read. `rows`: rows without a problem. Counts include what was
 * not described; if reading stopped because of too many problems, the last one described says so and counts too.
 */
export type ManifestSummary = {
  readonly lines: number;
  readonly rows: number;
  readonly problems: number;
  readonly warnings: number;
};

/** What the parser returns, in the order of the lines. */
export type ManifestItem = { readonly kind: "row"; readonly row: ManifestRow } | Finding;

export const DEFAULT_OPTIONS = {
  fileUrls: false,
  maxRows: 1_000_000,
  maxLineLength: 65_536,
  maxFindings: 1_000,
  maxProblems: 10_000,
} as const satisfies Required<ManifestOptions>;

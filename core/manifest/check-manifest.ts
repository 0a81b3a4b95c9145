import type { Problem } from "../errors.ts";
import { ManifestParser } from "./checkm.ts";
import type { ManifestKind } from "./kinds.ts";
import type { ManifestItem, ManifestOptions, ManifestSummary } from "./manifest-item.ts";

/** What is wrong with a manifest, without its rows. `declaredBytes`: the sum of the sizes the rows declare. */
export type ManifestVerdict = {
  readonly summary: ManifestSummary;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly declaredBytes: number;
};

/**
 * Reads a whole manifest and reports what is wrong with it. It reads to the end even when the rest cannot change the
 * verdict, since a caller that hashes the bytes needs all of them. Errors: those of `chunks`.
 */
export type CheckManifest = (
  kind: ManifestKind,
  chunks: AsyncIterable<Uint8Array>,
  options?: ManifestOptions,
) => Promise<ManifestVerdict>;

/** Checks a manifest's bytes without keeping its rows. Same rules as `ManifestParser`. */
export class ManifestCheck {
  readonly #parser: ManifestParser;
  readonly #problems: Problem[] = [];
  readonly #warnings: Problem[] = [];
  #declaredBytes = 0;

  constructor(kind: ManifestKind, options: ManifestOptions = {}) {
    this.#parser = new ManifestParser(kind, options);
  }

  /** Whether further bytes could not change the verdict. */
  get isDecided(): boolean {
    return this.#parser.isStopped;
  }

  push(chunk: Uint8Array): void {
    this.#take(this.#parser.push(chunk));
  }

  /** Call once, after the last bytes or when it is decided. */
  end(): ManifestVerdict {
    this.#take(this.#parser.end());
    const declaredBytes = this.#declaredBytes;
    return {
      summary: this.#parser.summary,
      problems: this.#problems,
      warnings: this.#warnings,
      declaredBytes,
    };
  }

  #take(items: readonly ManifestItem[]): void {
    for (const item of items) {
      if (item.kind === "row") this.#declaredBytes += item.row.sizeBytes ?? 0;
      else (item.kind === "problem" ? this.#problems : this.#warnings).push(item.problem);
    }
  }
}

/** `CheckManifest` on the caller's own thread: for browsers and short manifests. */
export const checkManifest: CheckManifest = async (kind, chunks, options = {}) => {
  const check = new ManifestCheck(kind, options);
  for await (const chunk of chunks) check.push(chunk);
  return check.end();
};

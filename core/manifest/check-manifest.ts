import type { Problem } from "../errors.ts";
import { ManifestParser } from "./checkm.ts";
import type { ManifestKind } from "./kinds.ts";
import type { ManifestOptions, ManifestSummary } from "./manifest-item.ts";

/** What speaks against a manifest, without its rows. `declaredBytes`: the sum of the sizes the rows declare. */
export type ManifestVerdict = {
  readonly summary: ManifestSummary;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly declaredBytes: number;
};

/** Reads a whole manifest for what is wrong with it and keeps no rows. Same rules as `ManifestParser`. */
export async function checkManifest(
  kind: ManifestKind,
  chunks: AsyncIterable<Uint8Array>,
  options: ManifestOptions = {},
): Promise<ManifestVerdict> {
  const parser = new ManifestParser(kind, options);
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let declaredBytes = 0;
  const take = (items: ReturnType<typeof parser.push>): void => {
    for (const item of items) {
      if (item.kind === "row") declaredBytes += item.row.sizeBytes ?? 0;
      else (item.kind === "problem" ? problems : warnings).push(item.problem);
    }
  };
  for await (const chunk of chunks) take(parser.push(chunk));
  take(parser.end());
  return { summary: parser.summary, problems, warnings, declaredBytes };
}

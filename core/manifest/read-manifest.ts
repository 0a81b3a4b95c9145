import { ManifestParser } from "./checkm.ts";
import type { ManifestKind } from "./kinds.ts";
import type { ManifestItem, ManifestOptions, ManifestSummary } from "./manifest-item.ts";

/**
 * Reads a manifest from a stream of chunks and yields its rows, problems and warnings in the order of the lines, then
 * one `end` with the counts. Use none of it unless `end` counts no problems. Same rules as `ManifestParser`.
 */
export async function* readManifest(
  kind: ManifestKind,
  chunks: AsyncIterable<Uint8Array>,
  options: ManifestOptions = {},
): AsyncGenerator<ManifestItem | { readonly kind: "end"; readonly summary: ManifestSummary }> {
  const parser = new ManifestParser(kind, options);
  for await (const chunk of chunks) yield* parser.push(chunk);
  yield* parser.end();
  yield { kind: "end", summary: parser.summary };
}

import type { Row } from "../tests/pipeline/manifests.ts";
import type { BenchSource } from "./source.ts";

/** Rows of a manifest, one for each small file of the source below `folder`. */
export function rowsOf(source: BenchSource, count: number, folder = "small"): Row[] {
  return Array.from({ length: count }, (_, place) => ({
    url: source.url(`/${folder}/${place}`),
    name: `folder-${place % 100}/file-${place}.bin`,
    size: 1024,
  }));
}

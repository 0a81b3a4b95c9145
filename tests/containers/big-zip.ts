import { rawZip } from "./raw-zip.ts";

/** A zip of so many small text files in a hundred folders. */
export function bigZip(files: number): Buffer {
  return rawZip(
    Array.from({ length: files }, (_, place) => ({
      name: `folder-${place % 100}/page-${place}.txt`,
      data: `Page ${place}\n`.repeat(20),
    })),
  );
}

/** What macOS adds beside the files it packs. */
export const MAC_FOLDER = "__MACOSX";

/** A file an operating system leaves in folders, by its own name: nobody deposits it on purpose. */
export function isSystemFile(name: string): boolean {
  return /^(?:\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/is.test(name);
}

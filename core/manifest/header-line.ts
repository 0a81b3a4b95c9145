/** A line that begins with `#`. `other`: a comment, the declaration, a prefix, or a word Waybill does not use. */
export type HeaderLine =
  | { readonly word: "profile"; readonly address: string }
  | { readonly word: "columns"; readonly names: string }
  | { readonly word: "eof" }
  | { readonly word: "declaration" }
  | { readonly word: "other" }
  | { readonly word: "comment" };

const WORD = /^#%\s*([a-z]+)\s*\|?\s*(.*)/is;

/**
 * Reads a line that begins with `#`. The word may be in any case and the first pipe may be missing; white space inside
 * a profile's address is dropped. Source: docs/reference/manifest.md, "Header lines".
 */
export function readHeaderLine(line: string): HeaderLine {
  if (!line.startsWith("#%")) return { word: "comment" };
  if (/^#%\s*eof/i.test(line)) return { word: "eof" };
  if (/^#%\s*checkm/i.test(line)) return { word: "declaration" };
  const [, word = "", rest = ""] = WORD.exec(line) ?? [];
  switch (word.toLowerCase()) {
    case "profile":
      return { word: "profile", address: rest.replace(/\s/g, "") };
    case "fields":
    case "columns":
      return { word: "columns", names: rest };
    default:
      return { word: "other" };
  }
}

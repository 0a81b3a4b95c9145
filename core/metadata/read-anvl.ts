/** One pair of a text in ANVL. `line`: where its key stands, from 1. */
export type ReadPair = { readonly key: string; readonly value: string; readonly line: number };

/**
 * The pairs of a text, in their order. Blank lines, comments (`#`) and lines without a colon are skipped; a line that
 * begins with a blank goes on with the value above it. Nothing is decoded, as in Merritt.
 * Source: ANVL (draft-kunze-anvl section 2).
 */
export function readAnvl(text: string): readonly ReadPair[] {
  const pairs: { key: string; parts: string[]; line: number }[] = [];
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    if (content.trim() === "" || content.startsWith("#")) continue;
    if (/^\s/.test(content)) {
      pairs.at(-1)?.parts.push(content.trim());
      continue;
    }
    const colon = content.indexOf(":");
    if (colon < 0) continue;
    pairs.push({
      key: content.slice(0, colon).trim(),
      parts: [content.slice(colon + 1).trim()],
      line: index + 1,
    });
  }
  return pairs.map(({ key, parts, line }) => ({ key, value: parts.join(" ").trim(), line }));
}

import type { Report } from "./problems.ts";

/** How many of the first bytes are examined to recognise text. */
export const ENCODING_BYTES = 4096;

const MARK = 0x23;
const PERCENT = 0x25;

/**
 * Whether the first bytes of a manifest are UTF-8 text; if not, reports what they are. A few damaged characters are
 * left for the rows to report. `head`: the first `ENCODING_BYTES`, or all of a shorter manifest.
 */
export function checkEncoding(head: Uint8Array, report: Report): boolean {
  const encoding = findWideEncoding(head);
  if (encoding !== undefined) {
    report("not_utf8", { encoding });
    return false;
  }
  const text = new TextDecoder().decode(head);
  // a file that begins like a manifest is one, however damaged; its rows are then reported one by one
  if (text.startsWith("#%") || !(text.includes("\0") || isMostlyDamaged(text))) return true;
  report("not_text");
  return false;
}

function isMostlyDamaged(text: string): boolean {
  return text.split("\ufffd").length - 1 > text.length / 10;
}

function findWideEncoding(head: Uint8Array): string | undefined {
  const [first, second, third, fourth] = head;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if ((isLittle && third === 0 && fourth === 0) || (first === 0 && second === 0 && third === 0xfe))
    return "UTF-32";
  if (isLittle || isBig) return "UTF-16";
  if (first === MARK && second === 0 && third === PERCENT && fourth === 0) return "UTF-16";
  if (first === 0 && second === MARK && third === 0 && fourth === PERCENT) return "UTF-16";
  return undefined;
}

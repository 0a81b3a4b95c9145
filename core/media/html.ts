/** What an HTML page begins with, once white space, comments and an XML declaration are passed over. Source: WHATWG MIME Sniffing, 7.1. */
const BEGINNINGS = ["<!doctype html", "<html", "<head", "<title", "<body"] as const;
const ENDS_TAG = /^[\s>/]/;

/** Is this text, the beginning of a file, that of an HTML page? Takes time in proportion to its length. */
export function isHtmlPage(text: string): boolean {
  const rest = contentOf(text).toLowerCase();
  return BEGINNINGS.some((begin) => rest.startsWith(begin) && ENDS_TAG.test(rest.slice(begin.length)));
}

/** The 20 characters after a byte order mark (white space to `trim`), white space, comments and an XML declaration. */
function contentOf(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && text.charAt(at).trim() === "") at += 1;
    const end = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?xml", at) ? "?>" : undefined;
    if (end === undefined) return text.slice(at, at + 20);
    const closed = text.indexOf(end, at);
    if (closed < 0) return "";
    at = closed + end.length;
  }
}

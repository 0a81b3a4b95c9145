/** Everything but the characters XML 1.0 allows. Source: XML 1.0 (fifth edition) section 2.2, production 2. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\r": "&#13;",
};

/** A text for the content of an element or a quoted attribute; characters XML forbids are left out. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? character);
}

/** An element as its name, its namespace declarations and its content: text, or elements. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
};

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** May XML 1.0 have this character? Source: XML 1.0 (fifth edition), section 2.2. */
export function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return [0x9, 0xa, 0xd].includes(code);
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
}

/** Reads XML without comments, CDATA, DTD and mixed content, strictly: whatever is not well formed is an error. */
export function parseXml(xml: string): Element {
  if (![...xml].every(isXmlCharacter)) throw new Error("It has characters XML 1.0 forbids.");
  const rest = { text: xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "") };
  const root = element(rest);
  if (rest.text.trim() !== "") throw new Error(`Something follows the root: ${rest.text}`);
  return root;
}

/** The text of the descendants with this name, in document order. */
export function textsOf(element: Element, name: string): string[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child.text] : []),
    ...textsOf(child, name),
  ]);
}

function element(rest: { text: string }): Element {
  take(rest, /^</);
  const name = take(rest, NAME);
  const attributes: Record<string, string> = {};
  while (/^\s/.test(rest.text)) {
    take(rest, /^\s+/);
    const attribute = take(rest, NAME);
    attributes[attribute] = decode(take(rest, /^="[^"<]*"/).slice(2, -1));
  }
  if (take(rest, /^\/?>/) === "/>") return { name, attributes, text: "", children: [] };
  const text = decode(take(rest, /^[^<]*/));
  const children: Element[] = [];
  while (!rest.text.startsWith("</")) {
    if (text.trim() !== "") throw new Error(`Text and elements are mixed in ${name}.`);
    children.push(element(rest));
    take(rest, /^\s*/);
  }
  take(rest, /^<\//);
  if (take(rest, NAME) !== name) throw new Error(`${name} is not closed.`);
  take(rest, /^>/);
  return { name, attributes, text: children.length > 0 ? "" : text, children };
}

function take(rest: { text: string }, what: RegExp): string {
  const [found] = what.exec(rest.text) ?? [];
  if (found === undefined) throw new Error(`Expected ${what} at ${JSON.stringify(rest.text.slice(0, 60))}.`);
  rest.text = rest.text.slice(found.length);
  return found;
}

function decode(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = name.startsWith("#") ? String.fromCodePoint(Number(name.slice(1))) : ENTITIES[name];
    if (character === undefined || !whole.endsWith(";")) throw new Error(`${whole} is no entity.`);
    return character;
  });
}

import { XMLParser, XMLValidator } from "fast-xml-parser";
import { WaybillError } from "../../core/errors.ts";
import type { XmlElement } from "../../core/metadata/xml-element.ts";

/** How deep elements may be nested. */
const MOST_NESTED = 50;
/**
 * Most tags (including comments and similar), attributes and entities each: 5 MB of nothing else would block the
 * process for seconds.
 */
const MOST_MARKUP = 100_000;
const MARKUP = [
  ["<", "tags"],
  ["=", "attributes"],
  ["&", "entities"],
] as const;

const TEXT = "#text";
const CDATA = "#cdata";
const ATTRIBUTES = ":@";
/**
 * What prefixes stand for at the current position; "" is for names without one. A chain, since a copy for each element
 * that declares something takes time quadratic in the document's length.
 */
type Scope = { readonly declared: ReadonlyMap<string, string>; readonly around: Scope | undefined };

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: CDATA,
  maxNestedTags: MOST_NESTED,
});

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Reads a document in full. A DOCTYPE or ENTITY declaration is refused anywhere, so no entity is ever defined.
 * Errors: `metadata_invalid` naming the file and the line. Source: XML 1.0 (fifth edition); docs/reference/metadata.md, "XML".
 */
export function readXml(text: string, file: string): XmlElement {
  const declared = /<!(?:DOCTYPE|ENTITY)/i.exec(text);
  if (declared)
    throw fault(
      file,
      lineAt(text, declared.index),
      "it declares a document type or entities; remove the declaration",
    );
  for (const [sign, what] of MARKUP)
    if (hasMore(text, sign, MOST_MARKUP)) throw fault(file, 0, `it has more than ${MOST_MARKUP} ${what}`);
  const verdict = XMLValidator.validate(text);
  if (verdict !== true)
    throw fault(file, verdict.err.line, `it is not well-formed: ${plain(verdict.err.msg)}`);
  if (!text.trimEnd().endsWith(">")) throw fault(file, 0, "text follows its last element");
  const [root, second] = elementsOf(parse(text, file), { file, source: text, scope: undefined });
  if (!root) throw fault(file, 0, "it has no element");
  if (second) throw fault(file, 0, "it has more than one root element");
  return root;
}

function parse(text: string, file: string): unknown {
  try {
    return PARSER.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw fault(
      file,
      0,
      why.includes("nested") ? `its elements are nested more than ${MOST_NESTED} deep` : plain(why),
    );
  }
}

type Place = { readonly file: string; readonly source: string; readonly scope: Scope | undefined };

/** The parser's nodes, each an object with one key beside its attributes, as elements. */
function elementsOf(nodes: unknown, place: Place): XmlElement[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown) => {
    const [name, content] = firstOf(node);
    if (name === undefined || name === TEXT || name === CDATA) return [];
    const attributes = attributesOf(node, place);
    const scope = scopeWithin(place.scope, attributes);
    const { file, source } = place;
    return [
      {
        name,
        namespace: standsFor(prefixOf(name), scope) || undefined,
        attributes,
        text: textOf(content, file, source),
        children: elementsOf(content, { ...place, scope }),
      },
    ];
  });
}

function attributesOf(node: unknown, { file, source }: Place): ReadonlyMap<string, string> {
  const given = typeof node === "object" && node !== null && ATTRIBUTES in node ? node[ATTRIBUTES] : {};
  return new Map(
    Object.entries(given ?? {}).map(([name, value]) => [name, decode(String(value), file, source)] as const),
  );
}

function scopeWithin(around: Scope | undefined, attributes: ReadonlyMap<string, string>): Scope | undefined {
  const declared = [...attributes].flatMap(([name, address]) => {
    const declaration = /^xmlns(?::(.+))?$/.exec(name);
    return declaration ? [[declaration[1] ?? "", address.trim()] as const] : [];
  });
  return declared.length === 0 ? around : { declared: new Map(declared), around };
}

/** At most as many steps as elements may be nested. */
function standsFor(prefix: string, scope: Scope | undefined): string | undefined {
  for (let at = scope; at; at = at.around) {
    const address = at.declared.get(prefix);
    if (address !== undefined) return address;
  }
  return undefined;
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(":")));
}

function textOf(nodes: unknown, file: string, source: string): string {
  if (!Array.isArray(nodes)) return "";
  return nodes
    .map((node: unknown) => {
      const [name, content] = firstOf(node);
      if (name === TEXT) return typeof content === "string" ? decode(content, file, source) : "";
      if (name !== CDATA) return textOf(content, file, source);
      const [, inside] = Array.isArray(content) ? firstOf(content[0]) : [];
      return typeof inside === "string" ? inside : "";
    })
    .join("");
}

function firstOf(node: unknown): readonly [string?, unknown?] {
  return typeof node === "object" && node !== null ? (Object.entries(node)[0] ?? []) : [];
}

/** Source: XML 1.0 sections 4.1 and 4.6. */
function decode(text: string, file: string, source: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([^;&\s]{0,60}));?/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) {
        const known = NAMED[name];
        if (known !== undefined) return known;
        const line = lineAt(source, source.indexOf(whole));
        throw fault(file, line, `it uses ${JSON.stringify(whole)}, which only a document type could define`);
      }
      const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
      const isCharacter = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff) && point !== 0;
      return isCharacter ? String.fromCodePoint(point) : "";
    },
  );
}

function hasMore(text: string, sign: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, Math.max(0, index)).split("\n").length;
}

/** The parser's message without the reader's markup, short enough for our own. */
function plain(words: string): string {
  const short = words.length > 200 ? `${words.slice(0, 199)}…` : words;
  return short.replace(/\p{Control}/gu, " ").replace(/\.$/, "");
}

function fault(file: string, line: number, why: string): WaybillError {
  const message = `The file cannot be used: ${why}.`;
  const place = line > 0 ? `, line ${line}` : "";
  return new WaybillError("metadata_invalid", `${file}${place}: ${message}`, {
    problems: [{ line, code: "metadata_invalid", message }],
  });
}

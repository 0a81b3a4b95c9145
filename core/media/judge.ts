import type { Problem } from "../errors.ts";
import { fillSentence } from "../problem/sentence.ts";
import {
  DATA_ENDINGS,
  HTML_TYPES,
  MEDIA_KIND_NAMES,
  MEDIA_KINDS,
  type MediaKind,
  PACKED,
  SAYS_NOTHING,
  SHORT_SIGNATURES,
  TEXT_TYPES,
  WRAPPERS,
} from "./kinds.ts";

/**
 * What tells of a file's media type. `signed`: by its first bytes, null when they are no known signature, `text/html` for a
 * web page; `named`: by its name's ending; `declared`: in the manifest; `isText`: the first bytes are text.
 */
export type MediaSigns = {
  readonly name: string;
  readonly signed: string | null;
  readonly named: string | null;
  readonly declared: string | null;
  readonly isText: boolean;
};

/** The media type to keep, and what is odd about it. */
export type MediaVerdict = {
  readonly mediaType: string;
  readonly warning: Omit<Problem, "line"> | undefined;
};

/**
 * What may be odd about a file's media type; none of it stops a deposit.
 * Source: docs/reference/manifest.md, "Media types"; a test compares the table there with this one.
 */
export const MEDIA_WARNINGS = {
  web_page_declared:
    '"{name}" is a web page, though {expected} was declared. The source may have sent a page in place of the file.',
  web_page_named:
    '"{name}" is a web page, though its name says otherwise. The source may have sent a page in place of the file.',
  media_type_declared: '"{name}" is {kind} by its bytes, though {expected} was declared.',
  media_type_named: '"{name}" is {kind} by its bytes, though its name says {expected}.',
} as const satisfies Record<string, string>;
type Code = keyof typeof MEDIA_WARNINGS;

const HTML = "text/html";

/**
 * Settles the media type of a file: that of its bytes, unless what was declared, or else the name, is the same more
 * exactly (a zip that is a spreadsheet). Warns of plain contradictions only; bytes without a signature contradict nothing.
 */
export function judgeMediaType(signs: MediaSigns): MediaVerdict {
  const { declared, named, isText } = signs;
  const told = [declared, named].flatMap((type) => (type === null || saysNothing(type) ? [] : type));
  const signed = signatureOf(signs, told);
  if (signed === null) {
    const mediaType = told[0] ?? (isText ? "text/plain" : "application/octet-stream");
    return { mediaType, warning: undefined };
  }
  const mediaType = told.find((type) => tellsMore(plain(signed), plain(type))) ?? signed;
  return { mediaType, warning: warningOf({ ...signs, signed }) };
}

function signatureOf({ signed, isText }: MediaSigns, told: readonly string[]): string | null {
  if (signed === null || !SHORT_SIGNATURES.has(plain(signed))) return signed;
  return isText || told.some((type) => isTextType(plain(type))) ? null : signed;
}

function warningOf(signs: MediaSigns & { readonly signed: string }): MediaVerdict["warning"] {
  const signed = plain(signs.signed);
  const { name, declared, named, isText } = signs;
  if (signed === HTML) return pageWarning(signs);
  const kind = kindOf(signed);
  if (kind === undefined) return undefined;
  if (declared !== null && !PACKED.has(signed) && contradicts(signed, plain(declared), isText))
    return said("media_type_declared", name, { kind, expected: declared });
  if (named !== null && contradicts(signed, plain(named), isText))
    return said("media_type_named", name, { kind, expected: named });
  return undefined;
}

/** A name without a known type is no page's when it ends as data does. */
function pageWarning({ name, declared, named }: MediaSigns): MediaVerdict["warning"] {
  if (declared !== null && isNoText(declared)) return said("web_page_declared", name, { expected: declared });
  const isData = named === null ? DATA_ENDINGS.has(endingOf(name)) : isNoText(named);
  return isData ? said("web_page_named", name, {}) : undefined;
}

/** Another kind of binary file, or text where the bytes are none. */
function contradicts(signed: string, expected: string, isText: boolean): boolean {
  const kind = kindOf(signed);
  if (kind !== undefined && (kindOf(expected) === kind || alsoOf(kind).includes(expected))) return false;
  return kindOf(expected) !== undefined || (!isText && isTextType(expected));
}

/** Is this type, declared or named, the one of the bytes, said more exactly than the bytes can? */
function tellsMore(signed: string, told: string): boolean {
  if (signed === told) return true;
  if (signed === HTML) return HTML_TYPES.has(told);
  if (signed === "application/xml") return isTextType(told);
  if (signed === "image/tiff") return kindOf(told) === kindOf(signed);
  return WRAPPERS.has(signed) && !contradicts(signed, told, false);
}

const KIND_OF: ReadonlyMap<string, MediaKind> = new Map<string, MediaKind>(
  MEDIA_KIND_NAMES.flatMap((kind) => MEDIA_KINDS[kind].types.map((type) => [type, kind] as const)),
);

function kindOf(type: string): MediaKind | undefined {
  return KIND_OF.get(type);
}

function alsoOf(kind: MediaKind): readonly string[] {
  return MEDIA_KINDS[kind].also;
}

function isNoText(type: string): boolean {
  return !saysNothing(type) && !isTextType(plain(type));
}

function saysNothing(type: string): boolean {
  return SAYS_NOTHING.has(plain(type));
}

function isTextType(type: string): boolean {
  if (type.startsWith("text/")) return type !== "text/rtf";
  return TEXT_TYPES.has(type) || type.endsWith("+xml") || type.endsWith("+json");
}

/** A media type as the tables write it: in lower case, without parameters, and without the `x-` of unregistered ones. */
function plain(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase().replace("/x-", "/");
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

function said(code: Code, name: string, facts: Readonly<Record<string, string>>): MediaVerdict["warning"] {
  return { code, message: fillSentence(MEDIA_WARNINGS[code], { name, ...facts }) };
}

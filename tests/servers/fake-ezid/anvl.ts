/** Why a text is no ANVL, in EZID's words. */
export class AnvlFault extends Error {}

/** Reads a request's body as EZID's impl/anvl.py does: comments, continuation lines and `%XX` included. */
export function parseAnvl(text: string): Map<string, string> {
  const read = new Map<string, string>();
  let current: string | undefined;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.startsWith("#")) continue;
    if (line === "") current = undefined;
    else current = /^\s/.test(line) ? goOn(line, current, read) : readPair(line, read);
  }
  return read;
}

function goOn(line: string, current: string | undefined, read: Map<string, string>): string {
  if (current === undefined) throw new AnvlFault("no previous label for continuation line");
  const more = decode(line).trim();
  const before = read.get(current) ?? "";
  if (more !== "") read.set(current, before === "" ? more : `${before} ${more}`);
  return current;
}

function readPair(line: string, read: Map<string, string>): string {
  const colon = line.indexOf(":");
  if (colon === -1) throw new AnvlFault("no colon in line");
  const label = decode(line.slice(0, colon)).trim();
  if (label === "") throw new AnvlFault("empty label");
  if (read.has(label)) throw new AnvlFault("repeated label");
  read.set(label, decode(line.slice(colon + 1)).trim());
  return label;
}

function decode(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})?/g, (_, code: string | undefined) => {
    if (code === undefined) throw new AnvlFault("percent-decode error");
    return String.fromCharCode(Number.parseInt(code, 16));
  });
}

/** Writes an answer's body. */
export function formatAnvl(pairs: Iterable<readonly [string, string]>): string {
  return [...pairs]
    .map(([label, value]) => `${encode(label, /[%:\r\n]/g)}: ${encode(value, /[%\r\n]/g)}\n`)
    .join("");
}

function encode(text: string, what: RegExp): string {
  return text.replace(what, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

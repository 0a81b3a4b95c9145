import type { EzidRecord } from "./records.ts";

/** Who, what and when of an identifier, as EZID shows them. */
export type Kernel = { readonly who?: string; readonly what?: string; readonly when?: string };

/** What EZID's impl/erc.py decodes inside an `erc` document; anything else after a percent sign stays. */
const ENCODINGS: Readonly<Record<string, string>> = {
  sp: " ",
  ex: "!",
  dq: '"',
  ns: "#",
  do: "$",
  pe: "%",
  am: "&",
  sq: "'",
  op: "(",
  cp: ")",
  as: "*",
  pl: "+",
  co: ",",
  pd: ".",
  sl: "/",
  cn: ":",
  sc: ";",
  lt: "<",
  eq: "=",
  gt: ">",
  qu: "?",
  at: "@",
  ox: "[",
  ls: "\\",
  cx: "]",
  vb: "|",
  nu: "\0",
  "%": "%",
  _: "",
};
/** Where Python's str.splitlines parts a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what Python takes for line ends
const PYTHON_LINES = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * The kernel metadata of a record with the profile `erc`: of the document in `erc` where there is one, else of `erc.who`
 * and its kin. Source: EZID's impl/mapping.py, `_mapErc`, and impl/erc.py, `parse`.
 */
export function kernelOf(record: EzidRecord): Kernel {
  const document = record.get("erc")?.trim() ?? "";
  const parsed = document === "" ? undefined : parseErc(document);
  const get = (name: string) => (parsed ? parsed.get(name) : record.get(`erc.${name}`))?.trim() || undefined;
  return Object.fromEntries(
    ["who", "what", "when"].flatMap((name) => {
      const value = get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Undefined: EZID finds no ERC in it. Expansion blocks are left out. */
function parseErc(text: string): ReadonlyMap<string, string> | undefined {
  const read = new Map<string, string>();
  let current: string | undefined;
  for (const line of text.split(PYTHON_LINES)) {
    if (line === "") break;
    if (line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (/^\s/.test(line)) {
      if (current === undefined) return undefined;
      read.set(current, `${read.get(current) ?? ""} ${line.trim()}`.trim());
    } else if (colon === -1) return undefined;
    else {
      current = decode(line.slice(0, colon)).trim().toLowerCase();
      read.set(current, line.slice(colon + 1).trim());
    }
  }
  return new Map([...read].map(([name, value]) => [name, decode(value)]));
}

function decode(text: string): string {
  return text.replace(/%([a-z][a-z]|%|_)/g, (whole, name: string) => ENCODINGS[name] ?? whole);
}

/** Metadata of one identifier: names with their values, each name once, in the order sent. */
export type EzidElements = readonly (readonly [name: string, value: string])[];

/**
 * The body of a request to EZID: `name: value` lines. Only percent signs and line ends are escaped, and colons in
 * names. EZID decodes each `%XX` as one character, so percent-encoded UTF-8 would come out wrong; that is why `anvl` of
 * core/metadata is not used here. An empty value deletes the element in an update. Source: EZID API guide, "Request &
 * response bodies".
 */
export function writeEzidBody(elements: EzidElements): string {
  return elements.map(([name, value]) => `${escapeName(name)}: ${escapeValue(value)}\n`).join("");
}

/** The first line of an answer. `said`: the text after `success:` or `error:`, unescaped. */
export type EzidStatusLine = { readonly outcome: "success" | "error"; readonly said: string };

/**
 * Reads an answer's status line; undefined when the text has none, such as a proxy's error page. Source: EZID API
 * guide, "Error reporting".
 */
export function readEzidStatusLine(body: string): EzidStatusLine | undefined {
  const [, outcome, said = ""] = /^(success|error):([^\r\n]*)/.exec(body) ?? [];
  if (outcome !== "success" && outcome !== "error") return undefined;
  return { outcome, said: withoutEscapes(said).trim() };
}

/** The elements that follow the status line of a view. EZID writes one per line, and neither comments nor continuations. Source: as above. */
export function readEzidElements(body: string): ReadonlyMap<string, string> {
  const pairs = body
    .split(/\r\n?|\n/)
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(":");
      return colon < 1
        ? []
        : [
            [
              withoutEscapes(line.slice(0, colon)).trim(),
              withoutEscapes(line.slice(colon + 1)).trim(),
            ] as const,
          ];
    });
  return new Map(pairs);
}

function escapeName(name: string): string {
  return name.replace(/[%:\r\n]/g, escaped);
}

function escapeValue(value: string): string {
  return value.replace(/[%\r\n]/g, escaped);
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function withoutEscapes(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What an ERC tells of an object. `primary`: its first ARK; `localIds`: every other name, in their order. */
export type Erc = {
  readonly who: string | undefined;
  readonly what: string | undefined;
  readonly when: string | undefined;
  readonly primary: string | undefined;
  readonly localIds: readonly string[];
};

const LINE = /^(who|what|when|where)\s*:(.*)$/i;
/** A code that says why there is no value. Source: EZID API guide, "Metadata requirements and mapping". */
const NO_VALUE = /^\(:[a-z]+\)$/i;
const MOST_CHARACTERS = 3500;

/**
 * Reads the form field `erc`: lines `who:`, `what:`, `when:`, `where:`; of several of one name the first counts, but every
 * `where` is an identifier. Other lines are left out. Values are cut at 3,500 characters, as Merritt does.
 * Source: Kernel Metadata and ERC; docs/reference/merritt-api.md, "Fields".
 */
export function readErc(text: string): Erc {
  const values = new Map<string, string[]>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = "", raw = ""] = LINE.exec(line.trim()) ?? [];
    const value = raw.trim().slice(0, MOST_CHARACTERS);
    if (value === "" || NO_VALUE.test(value)) continue;
    values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
  }
  const where = values.get("where") ?? [];
  const primary = where.find((name) => /ark:\//i.test(name));
  return {
    who: values.get("who")?.[0],
    what: values.get("what")?.[0],
    when: values.get("when")?.[0],
    primary,
    localIds: where.filter((name) => name !== primary),
  };
}

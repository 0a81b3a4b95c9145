import { canonicalText } from "../canonical-text.ts";
import { WaybillError } from "../errors.ts";
import { CONTROLS, HALVES, oneOf } from "../signs.ts";

/** The most characters in a local id, and the most local ids of an object. */
export const LOCAL_ID_LIMITS = { characters: 255, count: 100 } as const;

/** Control characters and unpaired surrogates. */
const UNSAVOURY = oneOf(CONTROLS, HALVES);

/** Codes that say why a value is missing. Source: EZID API guide, "Metadata requirements and mapping". */
const MISSING = /^\(:(?:unac|unal|unap|unas|unav|unkn|none|null|tba)\)$/i;

/**
 * Local ids by source, each list as `readLocalIds` returns it. `row`: from the line of a batch manifest. `erc`,
 * `dublinCore`: from the object's own mrt-erc.txt and mrt-dc.xml.
 */
export type LocalIdSources = {
  readonly form: readonly string[];
  readonly row: readonly string[];
  readonly erc: readonly string[];
  readonly dublinCore?: readonly string[];
};

/**
 * The local ids in a field, which are separated by semicolons: trimmed, without duplicates, in order and as written;
 * case matters. Placeholders such as `(:unas)` are not ids. Errors: `bad_identifier`, naming the id or the limit.
 * Source: docs/reference/manifest.md, "Local ids".
 */
export function readLocalIds(field: string): readonly string[] {
  const ids = field
    .split(";")
    .map((id) => id.trim())
    .filter((id) => canonicalText(id) !== "" && !MISSING.test(canonicalText(id)));
  for (const id of ids) {
    if (id.length > LOCAL_ID_LIMITS.characters)
      throw bad(`The local id ${shown(id)} is longer than ${LOCAL_ID_LIMITS.characters} characters`);
    if (UNSAVOURY.test(id)) throw bad(`The local id ${shown(id)} has characters that cannot be shown`);
  }
  return distinct(ids);
}

/**
 * The local ids of an object: those from its line in a batch manifest if there are any, else from the form; then those
 * from its ERC file, then from its Dublin Core file. Errors: `bad_identifier` when there are too many. Source:
 * docs/reference/manifest.md, "Local ids".
 */
export function chooseLocalIds({ form, row, erc, dublinCore = [] }: LocalIdSources): readonly string[] {
  return distinct([...(row.length > 0 ? row : form), ...erc, ...dublinCore]);
}

/** Local ids without those that look the same as an earlier one. */
export function eachOnce(ids: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const id of ids) {
    const key = canonicalText(id);
    if (!first.has(key)) first.set(key, id);
  }
  return [...first.values()];
}

function distinct(ids: readonly string[]): readonly string[] {
  const once = eachOnce(ids);
  if (once.length > LOCAL_ID_LIMITS.count)
    throw bad(`An object can have ${LOCAL_ID_LIMITS.count} local ids, not ${once.length}`);
  return once;
}

function shown(id: string): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 59)}…` : id);
}

function bad(sentence: string): WaybillError {
  return new WaybillError("bad_identifier", `${sentence}.`);
}

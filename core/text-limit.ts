/** Most characters (UTF-16 units) of one text a depositor gives, wherever it stands, unless a smaller limit is its own. */
export const MOST_TEXT = 3_500;

/** What is wrong with a text that is too long: a code that names its field, and a sentence with the limit. */
export type TooLong = { readonly code: `${string}_too_long`; readonly message: string };

/** The code of a field that is too long: `title_too_long`, `dc_title_too_long`. */
export function tooLongCode(field: string): TooLong["code"] {
  const name = field
    .slice(0, 60)
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return `${name}_too_long`;
}

/** `found`: its characters, where they have been counted. */
export function tooLong(field: string, most: number, found?: number): TooLong {
  const name = field.slice(0, 60);
  const limit = `${most.toLocaleString("en-US")} ${most === 1 ? "character" : "characters"}`;
  const message =
    found === undefined
      ? `${name} is longer than ${limit}, the most it may have. Shorten it.`
      : `${name} has ${found.toLocaleString("en-US")} characters; it may have ${limit} at most. Shorten it.`;
  return { code: tooLongCode(field), message };
}

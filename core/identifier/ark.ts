import { WaybillError } from "../errors.ts";
import { trimOf } from "../trim-signs.ts";

/** The longest name, qualifiers included, in characters. Source: draft-kunze-ark section 3.1. */
const NAME_LENGTH = 255;

/** The parts of an ARK that identify the object. */
export type ArkParts = { readonly naan: string; readonly name: string };

/**
 * Reads a supplied ARK into its canonical form `ark:/NAAN/name`, so that two spellings of one ARK compare equal. `ark:`
 * may have a slash or not, in any case, with a resolver's address before it and blanks around it. Hyphens carry no
 * meaning and are removed, as are trailing slashes and full stops; case matters in the name, not in the NAAN. Errors:
 * `bad_identifier`, saying what is wrong. Source: draft-kunze-ark sections 2.3, 3.1 and 3.2.
 */
export function readArk(text: string): string {
  const found = /^(?:https?:\/\/[^\s?#]*?\/)?ark:\/?([^/]*)\/(.*)/is.exec(text.trim());
  if (!found) throw bad(text, "it does not look like ark:/12345/name");
  const [, naan = "", rawName = ""] = found;
  if (!/^[0-9b-df-hjkmnp-tv-xz]{1,16}$/i.test(naan))
    throw bad(text, "the number of its authority is not betanumeric");
  const name = normalName(rawName);
  if (name === "") throw bad(text, "it has no name");
  if (name.length > NAME_LENGTH) throw bad(text, `its name is longer than ${NAME_LENGTH} characters`);
  if (!/^(?:[A-Za-z0-9=~*+@_$./]|%[0-9A-F]{2})+$/.test(name))
    throw bad(text, "its name has characters an ARK cannot have");
  if (hasStopBeforeSlash(name)) throw bad(text, "a full stop stands before a slash");
  return `ark:/${naan.toLowerCase()}/${name}`;
}

/** The parts of a canonical ARK. Errors: `bad_identifier` when the text is not one. */
export function arkParts(ark: string): ArkParts {
  const found = /^ark:\/([^/]+)\/(.+)$/.exec(ark);
  if (!found) throw bad(ark, "it does not look like ark:/12345/name");
  const [, naan = "", name = ""] = found;
  return { naan, name };
}

/** Source: draft-kunze-ark section 3.2, steps 5, 6 and 8. */
function normalName(name: string): string {
  const plain = name
    .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
    .replace(/[-\u2010-\u2015]/g, "")
    .replace(/([./])[./]+/g, "$1");
  return trimOf(plain, "./");
}

function hasStopBeforeSlash(name: string): boolean {
  const stop = name.indexOf(".");
  return stop !== -1 && stop < name.lastIndexOf("/");
}

function bad(text: string, why: string): WaybillError {
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
  return new WaybillError("bad_identifier", `${JSON.stringify(shown)} cannot be used as an ARK: ${why}.`);
}

import { nfc } from "./nfc.ts";
import { eachOf, groupOf, SPACES, UNSEEN } from "./signs.ts";
import { trimOf } from "./trim-signs.ts";

const UNSEEN_SIGNS = eachOf(groupOf(UNSEEN));
const SPACE_SIGNS = eachOf(groupOf(SPACES));

/**
 * The form in which texts that look the same compare equal: without invisible characters, with one kind of space, none
 * at either end, in NFC. Case matters. Texts are stored as written; this form is never shown. The same rule is the
 * function `canonical_text` of the database, compared with this one by a test. Source: docs/reference/manifest.md,
 * "Local ids".
 */
export function canonicalText(text: string): string {
  return trimOf(nfc(text.replace(UNSEEN_SIGNS, "").replace(SPACE_SIGNS, " ")), " ");
}

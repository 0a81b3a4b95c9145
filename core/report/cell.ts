import { CONTROLS_OF_NO_TEXT, eachOf, HALVES } from "../signs.ts";

/** Signs that make a spreadsheet calculate. The minus sign U+2212 is not folded to "-" by NFKC. */
const FORMULA = /^[=+\-@\u2212]/;

/** White space, controls and invisible characters some spreadsheets skip before they look for a formula. */
const IGNORED_BEFORE = /^[\s\p{C}]+/u;

const NO_TEXT = eachOf(CONTROLS_OF_NO_TEXT, HALVES);

/**
 * A text made harmless as a spreadsheet cell: NUL and other control characters become U+FFFD (line ends and tabs stay),
 * and a cell that would be read as a formula, also by full-width or other compatibility forms of the sign or after
 * white space, gets an apostrophe in front, as does one that starts with a tab or line end.
 * Source: OWASP, "CSV Injection"; docs/reference/mail.md, "Attachments".
 */
export function neutralCell(text: string): string {
  const clean = text.replace(NO_TEXT, "\uFFFD");
  const start = clean.replace(IGNORED_BEFORE, "").slice(0, 8).normalize("NFKC");
  return FORMULA.test(start) || /^[\t\r\n]/.test(clean) ? `'${clean}` : clean;
}

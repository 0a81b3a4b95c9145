import { CONTROLS, HALVES, runsOf, UNSHOWN, WHITE_SPACE } from "../signs.ts";

const LEFT_OUT = runsOf(UNSHOWN, HALVES);
const BLANK = runsOf(WHITE_SPACE, CONTROLS);

/**
 * A depositor's text made fit for one line of a mail: control, format (bidi, zero-width), unassigned and private-use
 * characters and lone surrogates removed, runs of white space and line ends turned into one space, cut to
 * `mostCharacters` code points with an ellipsis as the last one. Lone surrogates would break UTF-8.
 * Source: docs/reference/mail.md, "Depositors' text".
 */
export function printable(text: string, mostCharacters: number): string {
  const visible = text.replace(LEFT_OUT, "");
  const line = visible.replace(BLANK, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= mostCharacters) return line;
  return `${characters
    .slice(0, mostCharacters - 1)
    .join("")
    .trimEnd()}…`;
}

import { CONTROLS_BUT_TAB, DAMAGE, NO_CHARACTERS, oneOf } from "../signs.ts";
import { COLUMNS, type Column, type Layout } from "./columns.ts";
import type { Report } from "./problems.ts";

/** The value of a column in one row, trimmed and with its escapes decoded; empty when the row has no such cell. */
export type CellOf = (column: Column) => string;

/** Controls other than the tab, U+FFFD (what damaged bytes become), and the two code points XML cannot hold. */
const BAD_TEXT = oneOf(CONTROLS_BUT_TAB, DAMAGE, NO_CHARACTERS);
const DAMAGED = oneOf(DAMAGE);

/**
 * Cuts a row at its pipes. Undefined, after a reported problem for each column concerned, when it holds damaged or
 * control characters. Source: docs/reference/manifest.md, "Rows" and "Escapes".
 */
export function readCells(text: string, layout: Layout, report: Report): CellOf | undefined {
  const cells = text.split("|");
  if (!BAD_TEXT.test(text)) return (column) => readCell(cells[layout[column]], column);
  for (const [index, cell] of cells.entries()) {
    if (!BAD_TEXT.test(cell)) continue;
    const column = (Object.keys(COLUMNS) as Column[]).find((name) => layout[name] === index);
    report(DAMAGED.test(cell) ? "text_malformed" : "text_control", {
      column: column === undefined ? index + 1 : COLUMNS[column],
    });
  }
  return undefined;
}

/** `%20` and `%7c` are the two escapes, in every column but the address; nothing else is decoded. */
function readCell(cell: string | undefined, column: Column): string {
  if (cell === undefined) return "";
  const text = trimBlank(cell);
  return column === "url" || !text.includes("%") ? text : text.replaceAll("%20", " ").replaceAll("%7c", "|");
}

/** Cuts spaces and tabs at both ends. Other white space belongs to the value. Outside of the text there is no blank. */
function trimBlank(text: string): string {
  let [from, to] = [0, text.length];
  while (isBlank(text.charCodeAt(from))) from += 1;
  while (isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

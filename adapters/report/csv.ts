import { stringify } from "csv-stringify/sync";
import type { CsvWriter } from "../../core/ports.ts";
import { neutralCell } from "../../core/report/cell.ts";

/**
 * CSV by RFC 4180 with CRLF, every non-empty cell quoted (so that a semicolon does not split it either), a byte order
 * mark at the start (otherwise spreadsheets guess the encoding), and no cell that is a formula.
 */
export const csv: CsvWriter = (rows, { first }) =>
  stringify(
    rows.map((row) => row.map(neutralCell)),
    { bom: first, quoted: true, record_delimiter: "windows", escape_formulas: true },
  );

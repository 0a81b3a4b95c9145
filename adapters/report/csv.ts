import { stringify } from "csv-stringify/sync";
import type { CsvWriter } from "../../core/ports.ts";
import { neutralCell } from "../../core/report/cell.ts";

/**
 * CSV by RFC 4180 with CRLF, every cell that is not empty quoted (so that a semicolon splits nothing either), a byte
 * order mark at the start (spreadsheets guess the encoding otherwise), and no cell that calculates.
 */
export const csv: CsvWriter = (rows, { first }) =>
  stringify(
    rows.map((row) => row.map(neutralCell)),
    { bom: first, quoted: true, record_delimiter: "windows", escape_formulas: true },
  );

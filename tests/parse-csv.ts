/**
 * Reads CSV as RFC 4180 has it, the way a spreadsheet does: quoted cells may hold commas, line ends and doubled quotes.
 * A byte order mark is passed over. Throws at the first place that is none.
 */
export function parseCsv(text: string): string[][] {
  const file = text.replace(/^\uFEFF/, "");
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  for (let place = 0; place < file.length; place = cell.lastIndex) {
    cell.lastIndex = place;
    const match = cell.exec(file);
    if (!match) throw new Error(`no CSV at character ${place}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A row as it stands in an object manifest. */
export type PlainRow = {
  readonly url: string;
  readonly algorithm: string;
  readonly digest: string;
  readonly size: string;
  readonly name: string;
};

/**
 * A second reader of object manifests with the usual columns, for tests: cells as they are written, trimmed, the two
 * escapes decoded. Undefined when a line names other columns, which it does not read.
 */
export function readCheckm(bytes: Buffer): PlainRow[] | undefined {
  const rows: PlainRow[] = [];
  const all = bytes
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/);
  for (const line of all) {
    if (/^#%\s*(?:fields|columns)/i.test(line)) return undefined;
    if (/^#%\s*eof/i.test(line)) return rows;
    if (line.startsWith("#") || /^[ \t]*$/.test(line)) continue;
    const [url = "", ...cells] = line.split("|").map((cell) => cell.replace(/^[ \t]+|[ \t]+$/g, ""));
    const [algorithm = "", digest = "", size = "", , name = ""] = cells.map((cell) =>
      cell.replaceAll("%20", " ").replaceAll("%7c", "|"),
    );
    rows.push({ url, algorithm, digest, size, name });
  }
  return rows;
}

import { CONTROLS, eachOf, SEPARATORS } from "../signs.ts";
/** One file of the object in its storage manifest. `url`: where it came from, without credentials, or empty. `sha256`: lower-case hexadecimal. */
export type StorageManifestRow = {
  readonly url: string;
  readonly sha256: string;
  readonly sizeBytes: number | bigint;
  readonly modified?: Date | undefined;
  readonly path: string;
  readonly mediaType?: string | undefined;
};

const HEADER = [
  "#%checkm_0.7",
  "#%profile | http://uc3.cdlib.org/registry/store/manifest/mrt-add-manifest",
  "#%prefix | nfo:<http://www.semanticdesktop.org/ontologies/2007/03/22/nfo#>",
  "#%prefix | nie:<http://www.semanticdesktop.org/ontologies/2007/01/19/nie/#>",
  "#%prefix | mrt:<http://uc3.cdlib.org/ontology/mrt/mom#>",
  "#%columns | nfo:fileURL | nfo:hashAlgorithm | nfo:hashValue | nfo:fileSize | nfo:fileLastModified | nfo:fileName | nie:mimeType",
].join("\n");

/** Whatever breaks a line, other control characters, and blanks at the ends. */
const BREAKING = eachOf(CONTROLS, SEPARATORS);
const BLANK_END = /^\s|\s$/g;

/**
 * The text of mrt-manifest.txt, a line or so at a time, newlines included: every file of the object but this one.
 * Source: Checkm 0.7; docs/reference/storage.md, "Storage manifest".
 */
export async function* storageManifest(
  rows: Iterable<StorageManifestRow> | AsyncIterable<StorageManifestRow>,
): AsyncGenerator<string> {
  yield `${HEADER}\n`;
  for await (const row of rows) yield `${lineOf(row)}\n`;
  yield "#%eof\n";
}

function escaped(character: string): string {
  return encodeURIComponent(character).toLowerCase();
}

function lineOf({ url, sha256, sizeBytes, modified, path, mediaType }: StorageManifestRow): string {
  const columns = [
    url,
    "sha256",
    sha256,
    String(sizeBytes),
    modified?.toISOString() ?? "",
    path,
    mediaType ?? "",
  ];
  const line = columns.map(column).join(" | ");
  // A line that begins with # is a header or a comment to the reader.
  return line.startsWith("#") ? `%23${line.slice(1)}` : line;
}

/**
 * A value as a column. Readers decode `%20` and `%7c`; the other escapes keep a hostile name on its line and its blanks at
 * the ends, and a percent sign before what would read as an escape is escaped itself.
 */
function column(value: string): string {
  return value
    .replace(/%(?=[0-9a-f]{2})/gi, "%25")
    .replaceAll("|", "%7c")
    .replace(BREAKING, escaped)
    .replace(BLANK_END, escaped);
}

import type { Digest } from "../digest/algorithms.ts";
import { type CellOf, readCells } from "../manifest/cells.ts";
import { COLUMNS, type Column, type Layout, NOWHERE } from "../manifest/columns.ts";
import { readHeaderLine } from "../manifest/header-line.ts";
import { LineReader } from "../manifest/lines.ts";
import { describeProblem, MANIFEST_PROBLEMS, type Report } from "../manifest/problems.ts";
import { readDigest } from "../manifest/read-digest.ts";
import { nfc } from "../nfc.ts";
import { type Catalogue, describeOf, type FactsIn, problem } from "../problem/catalogue.ts";
import { Findings } from "./findings.ts";
import type { FileTree } from "./ports.ts";

/** A container's list of its own files. */
export const OWN_MANIFEST = "mrt-manifest.txt";

const MAX_LINE = 65_536;
const PROFILE = /^https?:\/\/uc3\.cdlib\.org\/registry\/(?:store\/manifest|mrt)\/mrt-object-manifest\/?$/i;
const USUAL: readonly Column[] = ["name", "algorithm", "digest", "size", "lastModified", "mimeType"];

const LAYOUT: Layout = {
  ...NOWHERE,
  name: 0,
  algorithm: 1,
  digest: 2,
  size: 3,
  lastModified: 4,
  mimeType: 5,
};

/** What can be wrong with it beside what can be wrong with any manifest. Source: docs/reference/containers.md, "mrt-manifest.txt". */
export const OWN_MANIFEST_PROBLEMS = {
  own_profile: problem(
    "The profile is not that of a container's own manifest, http://uc3.cdlib.org/registry/store/manifest/mrt-object-manifest. Correct it, or rename the file.",
  ),
  own_columns: problem(
    "The line with column names is not nfo:fileName, nfo:hashAlgorithm, nfo:hashValue, nfo:fileSize, nfo:fileLastModified, mrt:mimeType in this order.",
  ),
  own_no_name: problem("The row has no file name. Add it in the first column."),
  own_twice: problem('"{name}" is named twice. Keep one row.'),
  own_missing: problem('"{name}" is named but not in the container.'),
  own_unlisted: problem('"{name}" is in the container but not named.'),
  own_size: problem('"{name}" has {found} bytes, but the row says {declared}.'),
  own_digest: problem(
    'The {algorithm} of "{name}" differs from the one in the row: the file was damaged or changed.',
  ),
} as const satisfies Catalogue;
type OwnCode = keyof typeof OWN_MANIFEST_PROBLEMS;

/**
 * Compares a container's files with the manifest among them, both ways: every row has a file, every file a row, sizes
 * and digests agree. The manifest itself need not be named. For a row without size or digest only the file's presence
 * is checked.
 */
export async function checkOwnManifest(tree: FileTree): Promise<Findings> {
  const check = new OwnCheck(tree);
  const lines = new LineReader(MAX_LINE);
  for await (const chunk of tree.read(OWN_MANIFEST))
    for (const text of lines.push(chunk)) await check.take(text);
  for (const text of lines.end()) await check.take(text);
  return check.end();
}

class OwnCheck {
  readonly #tree: FileTree;
  readonly #named = new Set<string>();
  readonly #findings = new Findings();
  #line = 0;
  #eofLine = 0;
  #isUnreadable = false;
  #normalised: Map<string, string> | undefined;

  constructor(tree: FileTree) {
    this.#tree = tree;
  }

  async take(given: string | null): Promise<void> {
    this.#line += 1;
    if (given === null) return this.#report("line_too_long", { most: MAX_LINE });
    const text = this.#line === 1 ? given.replace(/^\ufeff/, "") : given;
    if (this.#isUnreadable || text.trim() === "") return;
    if (this.#eofLine > 0) {
      this.#isUnreadable = true;
      return this.#report("after_eof", { eof: this.#eofLine });
    }
    if (text.trimStart().startsWith("#")) this.#takeHeader(text.trimStart());
    else await this.#takeRow(text);
  }

  end(): Findings {
    if (this.#isUnreadable) return this.#findings;
    if (this.#eofLine === 0) this.#report("eof_missing");
    for (const name of this.#tree.files.keys()) {
      if (name !== OWN_MANIFEST && !this.#named.has(name)) this.#own(0, "own_unlisted", { name });
    }
    return this.#findings;
  }

  #takeHeader(text: string): void {
    const header = readHeaderLine(text);
    if (header.word === "eof") this.#eofLine = this.#line;
    if (header.word === "profile" && !PROFILE.test(header.address)) this.#stop("own_profile");
    if (header.word === "columns" && !isUsual(header.names)) this.#stop("own_columns");
  }

  #stop(code: "own_profile" | "own_columns"): void {
    this.#own(this.#line, code);
    this.#isUnreadable = true;
  }

  async #takeRow(text: string): Promise<void> {
    const cell = readCells(text, LAYOUT, this.#report);
    if (cell === undefined) return;
    const written = cell("name");
    if (written === "") return this.#own(this.#line, "own_no_name");
    const digest = readDigest(cell("algorithm"), cell("digest"), this.#report);
    const name = this.#find(written);
    if (name === undefined) return this.#own(this.#line, "own_missing", { name: written });
    if (this.#named.has(name)) return this.#own(this.#line, "own_twice", { name });
    this.#named.add(name);
    if (name === OWN_MANIFEST) return;
    this.#checkSize(name, cell);
    if (digest !== undefined) await this.#checkDigest(name, digest);
  }

  #checkSize(name: string, cell: CellOf): void {
    const declared = cell("size");
    const found = this.#tree.files.get(name)?.sizeBytes ?? 0;
    if (declared === "") return;
    if (!/^\d{1,15}$/.test(declared)) this.#report("size_invalid", { found: declared });
    else if (Number(declared) !== found)
      this.#own(this.#line, "own_size", { name, found, declared: Number(declared) });
  }

  async #checkDigest(name: string, { algorithm, value }: Digest): Promise<void> {
    const found = await this.#tree.digest(name, algorithm);
    if (found !== value) this.#own(this.#line, "own_digest", { name, algorithm });
  }

  /** As written, else after NFC, as names are compared everywhere. */
  #find(written: string): string | undefined {
    if (this.#tree.files.has(written)) return written;
    this.#normalised ??= new Map([...this.#tree.files.keys()].map((name) => [nfc(name), name]));
    return this.#normalised.get(nfc(written));
  }

  readonly #report: Report = (code, ...facts) => {
    this.#findings[MANIFEST_PROBLEMS[code].severity](describeProblem(this.#line, code, ...facts));
  };

  #own<C extends OwnCode>(line: number, code: C, ...facts: FactsIn<typeof OWN_MANIFEST_PROBLEMS, C>): void {
    this.#findings.problem(() => describeOf(OWN_MANIFEST_PROBLEMS, line, code, ...facts));
  }
}

/** Whether a line names the columns in the usual order, or the first of them; prefixes and case do not matter. */
function isUsual(names: string): boolean {
  const written = names.split(/[\s|]/).filter((name) => name !== "");
  return written.every((name, place) => {
    const column = USUAL[place];
    return column === undefined || plain(name) === plain(COLUMNS[column]);
  });
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^.*[:#/]/, "")
    .replace(/>$/, "");
}

import { checkEncoding, ENCODING_BYTES } from "./check-encoding.ts";
import { Header } from "./header.ts";
import { readHeaderLine } from "./header-line.ts";
import type { ManifestKind } from "./kinds.ts";
import { joinBytes, type Line, LineReader } from "./lines.ts";
import {
  DEFAULT_OPTIONS,
  type ManifestItem,
  type ManifestOptions,
  type ManifestSummary,
} from "./manifest-item.ts";
import { NameSet } from "./name-set.ts";
import { ProblemLog } from "./problem-log.ts";
import type { Report } from "./problems.ts";
import { type RowRules, readRow } from "./row.ts";

/** Matches a first row that begins with neither an address nor an empty cell. */
const NO_ADDRESS = /^(?!\s*\||\s*[a-z][a-z0-9+.-]*:\/\/)/i;

/**
 * Reads a Checkm manifest from chunks of bytes, cut anywhere, without keeping it. `push` and `end` return what was
 * found since; after `end`, `summary` is complete. Use a manifest only when `summary.problems` is 0: rows are returned
 * before problems further down are known. Source: docs/reference/manifest.md; Checkm 0.7.
 */
export class ManifestParser {
  readonly #options: Required<ManifestOptions>;
  readonly #rules: RowRules;
  readonly #lines: LineReader;
  readonly #header: Header;
  readonly #log: ProblemLog;
  #items: ManifestItem[] = [];
  #head: Uint8Array[] | undefined = [];
  #headBytes = 0;
  #line = 0;
  #rows = 0;
  #goodRows = 0;
  #eofLine = 0;
  #stopped = false;

  constructor(kind: ManifestKind, options: ManifestOptions = {}) {
    this.#options = { ...DEFAULT_OPTIONS, ...options };
    // in a batch manifest each row is an object of its own, so two may have the same file name
    const names = kind === "ObjectManifest" ? new NameSet() : undefined;
    this.#rules = { kind, fileUrls: this.#options.fileUrls, names };
    this.#lines = new LineReader(this.#options.maxLineLength);
    this.#header = new Header(kind);
    const { maxFindings, maxProblems } = this.#options;
    this.#log = new ProblemLog(maxFindings, (finding) => this.#items.push(finding), maxProblems);
  }

  get summary(): ManifestSummary {
    return {
      lines: this.#line,
      rows: this.#goodRows,
      problems: this.#log.problems,
      warnings: this.#log.warnings,
    };
  }

  /** Whether the rest of the manifest is ignored. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Takes the next bytes; the caller may reuse them afterwards. */
  push(chunk: Uint8Array): ManifestItem[] {
    this.#takeBytes(chunk);
    return this.#drain();
  }

  /** Call once, after the last bytes. */
  end(): ManifestItem[] {
    if (this.#head !== undefined) this.#openHead(joinBytes(this.#head));
    for (const line of this.#lines.end()) this.#takeLine(line);
    if (!this.#stopped) this.#checkEnd();
    this.#stopped = true;
    return this.#drain();
  }

  #drain(): ManifestItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #takeBytes(chunk: Uint8Array): void {
    if (this.#stopped) return;
    if (this.#head === undefined) {
      for (const line of this.#lines.push(chunk)) this.#takeLine(line);
      return;
    }
    this.#head.push(new Uint8Array(chunk));
    this.#headBytes += chunk.length;
    if (this.#headBytes >= ENCODING_BYTES) this.#openHead(joinBytes(this.#head));
  }

  /** The first bytes decide whether there is anything to read. */
  #openHead(head: Uint8Array): void {
    this.#head = undefined;
    this.#stopped = !checkEncoding(head.subarray(0, ENCODING_BYTES), (code, ...facts) => {
      this.#log.add(0, code, ...facts);
    });
    this.#takeBytes(head);
  }

  #takeLine(given: Line): void {
    if (this.#stopped) return;
    this.#line += 1;
    this.#readLine(given);
    if (!this.#log.isFull) return;
    this.#log.close(this.#line, "too_many_problems", { most: this.#options.maxProblems });
    this.#stopped = true;
  }

  #readLine(given: Line): void {
    const report: Report = (code, ...facts) => this.#log.add(this.#line, code, ...facts);
    if (given === null) {
      report("line_too_long", { most: this.#options.maxLineLength });
      return;
    }
    const text = this.#line === 1 ? given.replace(/^\ufeff/, "") : given;
    const start = text.trimStart();
    if (start === "") return;
    if (this.#eofLine > 0) {
      report("after_eof", { eof: this.#eofLine });
      this.#stopped = true;
    } else if (start.startsWith("#")) {
      const header = readHeaderLine(start);
      if (header.word === "eof") this.#eofLine = this.#line;
      this.#header.take(header, report);
    } else this.#takeRow(text, report);
  }

  #takeRow(text: string, report: Report): void {
    if (this.#rows === 0 && this.#header.isEmpty && NO_ADDRESS.test(text)) {
      report("not_a_manifest", { found: text });
      this.#stopped = true;
      return;
    }
    this.#rows += 1;
    if (this.#rows > this.#options.maxRows) {
      report("too_many_rows", { most: this.#options.maxRows });
      this.#stopped = true;
      return;
    }
    const layout = this.#header.layout(report);
    if (layout === undefined) return;
    const before = this.#log.problems;
    const row = readRow(text, this.#line, layout, this.#rules, report);
    if (row === undefined || this.#log.problems !== before) return;
    this.#goodRows += 1;
    this.#items.push({ kind: "row", row });
  }

  #checkEnd(): void {
    if (this.#rows === 0 && this.#header.isEmpty) this.#log.add(0, "empty_manifest");
    else {
      if (this.#rows === 0) this.#log.add(0, "no_rows");
      if (this.#eofLine === 0) this.#log.add(this.#line, "eof_missing");
    }
  }
}

import { isSameLayout, type Layout, readColumns, usualLayout } from "./columns.ts";
import type { HeaderLine } from "./header-line.ts";
import { KIND_WORDS, type ManifestKind } from "./kinds.ts";
import type { Report } from "./problems.ts";
import { profileLine, profileOf } from "./profile-of.ts";

/**
 * What the `#%` lines have said so far: whether there are any, whether one names the profile, and where the columns
 * are, as set by the first line that names them or by the first row.
 */
export class Header {
  readonly #kind: ManifestKind;
  #lines = 0;
  #hasProfile = false;
  #layout: Layout | undefined;
  #isUnreadable = false;
  #hasRows = false;

  constructor(kind: ManifestKind) {
    this.#kind = kind;
  }

  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  /** Takes one header line other than `#%eof`. */
  take(line: HeaderLine, report: Report): void {
    if (line.word === "comment") return;
    this.#lines += 1;
    if (line.word === "profile") this.#takeProfile(line.address, report);
    if (line.word === "columns") this.#takeColumns(line.names, report);
  }

  /**
   * The columns' positions, read for each row; the first row fixes them and reports a missing profile. Undefined when a
   * reported problem makes the columns unclear, so that rows are not misread.
   */
  layout(report: Report): Layout | undefined {
    if (this.#layout === undefined) this.#layout = usualLayout(this.#kind);
    if (!this.#hasRows && !this.#hasProfile && this.#lines > 0) {
      report("profile_missing", { wanted: profileLine(this.#kind) });
    }
    this.#hasRows = true;
    return this.#isUnreadable ? undefined : this.#layout;
  }

  #takeProfile(address: string, report: Report): void {
    this.#hasProfile = true;
    const wanted = profileLine(this.#kind);
    const found = profileOf(address);
    if (found === undefined)
      report("profile_unknown", { found: address, kind: KIND_WORDS[this.#kind], wanted });
    else if (found !== this.#kind) {
      report("profile_other_kind", { found: KIND_WORDS[found], kind: KIND_WORDS[this.#kind], wanted });
      this.#isUnreadable = true;
    }
  }

  #takeColumns(names: string, report: Report): void {
    const layout = readColumns(this.#kind, names, report);
    if (layout === undefined) this.#isUnreadable = true;
    else if (this.#layout === undefined) this.#layout = layout;
    else if (!isSameLayout(this.#layout, layout)) report("fields_conflict");
  }
}

import { joined } from "../tree.ts";

/** One thing a validation found. `code`: of the specification, E for a broken rule, W for one that should be kept. `path`: relative to what was validated. */
export type Finding = { readonly code: string; readonly path: string; readonly message: string };

/**
 * Collects findings; `below` returns the collector for something deeper, whose paths get `folder` in front. Source:
 * OCFL 1.1, validation codes.
 */
export class Findings {
  readonly list: Finding[];
  readonly #folder: string;

  constructor(list: Finding[] = [], folder = "") {
    this.list = list;
    this.#folder = folder;
  }

  add(code: string, path: string, message: string): void {
    this.list.push({ code, path: joined(this.#folder, path), message });
  }

  below(folder: string): Findings {
    return new Findings(this.list, joined(this.#folder, folder));
  }
}

/** Does a finding break a rule, rather than a recommendation? */
export function isError(finding: Finding): boolean {
  return finding.code.startsWith("E");
}

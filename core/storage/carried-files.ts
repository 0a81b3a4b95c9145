import { WaybillError } from "../errors.ts";
import { nfc } from "../nfc.ts";
import { foldersAbove, shownPath } from "./logical-path.ts";

/** A file of the version before that an update takes out: its logical path, and its line in mrt-delete.txt, from 1. */
export type Deletion = { readonly path: string; readonly line: number };

/**
 * Which files of the version before an update keeps: all but those deleted and those the deposit replaces. Every file of
 * the deposit is added first, then each file of the version before is asked about. Paths are compared after NFC.
 * Memory: some 200 bytes a file of the deposit. Source: docs/reference/storage.md, "Updates".
 */
export class CarriedFiles {
  readonly #deletions: ReadonlyMap<string, Deletion>;
  readonly #found = new Set<string>();
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(deletions: readonly Deletion[]) {
    this.#deletions = new Map(deletions.map((deletion) => [nfc(deletion.path), deletion]));
  }

  /** A file of the deposit. */
  add(path: string): void {
    const key = nfc(path);
    this.#files.add(key);
    for (const folder of foldersAbove(key)) {
      if (this.#folders.has(folder)) break;
      this.#folders.add(folder);
    }
  }

  /** Does the new version keep this file of the version before? Errors: `name_refused` when it would be a file where the deposit has a folder, or the reverse. */
  keeps(path: string): boolean {
    const key = nfc(path);
    if (this.#deletions.has(key)) {
      this.#found.add(key);
      return false;
    }
    if (this.#files.has(key)) return false;
    if (this.#folders.has(key)) throw clash(path, "the deposit has files in a folder of this name");
    for (const folder of foldersAbove(key)) {
      if (this.#files.has(folder)) throw clash(path, `the deposit has a file ${shownPath(folder)}`);
    }
    return true;
  }

  /** Deletions of files the version before does not have, once all its files were asked about. */
  unfound(): readonly Deletion[] {
    return [...this.#deletions].filter(([key]) => !this.#found.has(key)).map(([, deletion]) => deletion);
  }
}

function clash(path: string, why: string): WaybillError {
  return new WaybillError(
    "name_refused",
    `The object has a file ${shownPath(path)}, but ${why}. Name it in mrt-delete.txt, or rename the new one.`,
  );
}

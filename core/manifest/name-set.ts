import { nfc } from "../nfc.ts";
import { NameTable } from "./name-table.ts";
import type { Report } from "./problems.ts";

/** The most folders the files of one object may be in. */
const MAX_FOLDERS = 1_000_000;

const SLASH = 0x2f;
const [FIRST_SEED, SECOND_SEED] = [0x2f0b4c47, 0x51ed270b];

/**
 * The file names of one object, added one by one. Reports a duplicate name (compared after NFC) and a name used both as
 * a file and as a folder, and warns about names that differ only in case. Names are kept as 64-bit hashes, so memory
 * does not depend on their length (under 40 MB for 360,000 names); duplicates are never missed, and two different names
 * are mistaken for equal once in about 10^8 manifests of that size. Source: docs/reference/manifest.md, "File names".
 */
export class NameSet {
  readonly #names = new NameTable();
  readonly #folded = new NameTable();
  readonly #maxFolders: number;
  #folders = 0;

  constructor(maxFolders = MAX_FOLDERS) {
    this.#maxFolders = maxFolders;
  }

  /** Adds a name that passed `checkName`. `line`: its line, from 1. */
  add(name: string, line: number, report: Report): void {
    const key = nfc(name);
    const [first, second] = this.#addFoldersOf(key, line, report);
    const there = this.#names.get(first, second);
    if (there === 0) {
      this.#names.set(first, second, asFile(line));
      this.#warnOfTwin(key, line, report);
    } else if (isFile(there)) report("name_twice", { name, other: lineOf(there) });
    else report("name_file_and_folder", { name, other: lineOf(there) });
  }

  /** Adds a folder, which may be empty. Adding it again does no harm. */
  addFolder(name: string, line: number, report: Report): void {
    const key = nfc(name);
    const [first, second] = this.#addFoldersOf(key, line, report);
    this.#addFolder(first, second, line, () => key, report);
  }

  /** Adds the folders a name is in and returns the name's own hash. */
  #addFoldersOf(key: string, line: number, report: Report): readonly [first: number, second: number] {
    let [first, second] = [FIRST_SEED, SECOND_SEED];
    for (let i = 0; i < key.length; i += 1) {
      const unit = key.charCodeAt(i);
      if (unit === SLASH) this.#addFolder(first, second, line, () => key.slice(0, i), report);
      first = mixFirst(first, unit);
      second = mixSecond(second, unit);
    }
    return [first, second];
  }

  #addFolder(first: number, second: number, line: number, name: () => string, report: Report): void {
    const there = this.#names.get(first, second);
    if (there !== 0) {
      if (isFile(there)) report("name_file_and_folder", { name: name(), other: lineOf(there) });
      return;
    }
    this.#folders += 1;
    if (this.#folders === this.#maxFolders + 1) report("too_many_folders", { most: this.#maxFolders });
    if (this.#folders <= this.#maxFolders) this.#names.set(first, second, asFolder(line));
  }

  #warnOfTwin(key: string, line: number, report: Report): void {
    const folded = key.toLowerCase();
    let [first, second] = [FIRST_SEED, SECOND_SEED];
    for (let i = 0; i < folded.length; i += 1) {
      const unit = folded.charCodeAt(i);
      first = mixFirst(first, unit);
      second = mixSecond(second, unit);
    }
    const there = this.#folded.get(first, second);
    if (there === 0) this.#folded.set(first, second, line);
    else report("name_case_twin", { name: key, other: there });
  }
}

// the lowest bit of a stored value distinguishes files from folders; a folder's line is that of the first file in it
const asFile = (line: number): number => line * 2 + 1;
const asFolder = (line: number): number => line * 2;
const isFile = (value: number): boolean => value % 2 === 1;
const lineOf = (value: number): number => Math.floor(value / 2);

function mixFirst(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x85ebca6b);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0x6b64e654) | 0;
}

function mixSecond(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0xc2b2ae35);
  return (Math.imul((mixed << 15) | (mixed >>> 17), 9) + 0x38495ab5) | 0;
}

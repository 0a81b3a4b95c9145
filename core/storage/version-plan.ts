import { WaybillError } from "../errors.ts";
import { foldersAbove, logicalPathFault, shownPath } from "./logical-path.ts";
import { contentPathOf } from "./ocfl-names.ts";

/** A file of the version: logical path, lower-case hexadecimal SHA-256, bytes. */
export type PlanFile = { readonly path: string; readonly sha256: string; readonly size: number };

/** One stretch of bytes of the version. `isNew`: not stored by an earlier version. `paths`: every logical path with these bytes, in the order added. */
export type PlannedContent = {
  readonly sha256: string;
  readonly size: number;
  readonly contentPath: string;
  readonly isNew: boolean;
  readonly paths: readonly string[];
};

/** Content path of the `ordinal`th (from 0) new stretch of bytes of a version. */
export type PlaceOf = (version: number, ordinal: number, sha256: string) => string;

/** What is kept of a stretch of bytes. `place`: its content path, or its number among the version's new ones; `paths`: one, or a list of several. */
type Kept = { readonly size: number; readonly place: string | number; paths: string | string[] };

/**
 * What one object version will consist of: each file's place, equal bytes kept once. Files are added one by one, so that
 * a version of 360,000 files needs no list of them. Memory: some 200 bytes a file beside path and digest.
 * Source: OCFL 1.1 sections 3.5.2 and 3.5.3.1.
 */
export class VersionPlan {
  readonly version: number;
  readonly #known: ReadonlyMap<string, string>;
  readonly #placeOf: PlaceOf;
  readonly #contents = new Map<string, Kept>();
  readonly #byPath = new Map<string, Kept>();
  readonly #folders = new Set<string>();
  #newCount = 0;

  /** `known`: content path of each SHA-256 that earlier versions stored. `placeOf` names new content. */
  constructor(version: number, known: ReadonlyMap<string, string>, placeOf: PlaceOf = contentPathOf) {
    this.version = version;
    this.#known = known;
    this.#placeOf = placeOf;
  }

  /** Adds a file and tells its content, and whether this was the first path with those bytes. Errors: `storage_failed` for a path or digest OCFL does not allow. */
  add(file: PlanFile): { readonly content: PlannedContent; readonly isFirst: boolean } {
    this.#checkFile(file);
    const { path, sha256, size } = file;
    const present = this.#contents.get(sha256);
    if (present !== undefined && present.size !== size)
      refuse(path, `it is said to have ${size} bytes, another file with the same digest ${present.size}`);
    const kept = present ?? { size, place: this.#known.get(sha256) ?? this.#newCount++, paths: path };
    if (present === undefined) this.#contents.set(sha256, kept);
    else if (typeof kept.paths === "string") kept.paths = [kept.paths, path];
    else kept.paths.push(path);
    this.#byPath.set(path, kept);
    return { content: this.#told(sha256, kept), isFirst: present === undefined };
  }

  get fileCount(): number {
    return this.#byPath.size;
  }

  /** Every stretch of bytes in the order added, each made when it is asked for. */
  *contents(): Generator<PlannedContent> {
    for (const [sha256, kept] of this.#contents) yield this.#told(sha256, kept);
  }

  /** Does the version hold exactly these bytes under this path? */
  has(path: string, sha256: string): boolean {
    const kept = this.#byPath.get(path);
    return kept !== undefined && kept === this.#contents.get(sha256);
  }

  /** Content path in the object of bytes of this version. Errors: `storage_failed` when the version has no such bytes. */
  contentPathOf(sha256: string): string {
    const kept = this.#contents.get(sha256);
    if (kept === undefined)
      throw new WaybillError("storage_failed", `Version ${this.version} has no file with SHA-256 ${sha256}.`);
    return this.#told(sha256, kept).contentPath;
  }

  #told(sha256: string, { size, place, paths }: Kept): PlannedContent {
    const isNew = typeof place === "number";
    return {
      sha256,
      size,
      contentPath: isNew ? this.#placeOf(this.version, place, sha256) : place,
      isNew,
      paths: typeof paths === "string" ? [paths] : paths,
    };
  }

  #checkFile({ path, sha256, size }: PlanFile): void {
    const fault = logicalPathFault(path);
    if (fault !== undefined) refuse(path, `its path ${fault}`);
    if (!/^[0-9a-f]{64}$/.test(sha256)) refuse(path, "it has no SHA-256 in lower-case hexadecimal");
    if (!Number.isSafeInteger(size) || size < 0) refuse(path, "it has no size in bytes");
    if (this.#byPath.has(path)) refuse(path, "its path occurs twice");
    if (this.#folders.has(path)) refuse(path, "its path is that of a file and of a folder");
    for (const folder of foldersAbove(path)) {
      if (this.#folders.has(folder)) break;
      if (this.#byPath.has(folder)) refuse(folder, "its path is that of a file and of a folder");
      this.#folders.add(folder);
    }
  }
}

function refuse(path: string, fault: string): never {
  throw new WaybillError("storage_failed", `The file ${shownPath(path)} cannot be stored: ${fault}.`);
}

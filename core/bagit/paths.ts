import type { FileTree } from "../container/ports.ts";
import { nfc } from "../nfc.ts";

const PAYLOAD = "data/";

export function isPayload(path: string): boolean {
  return path.startsWith(PAYLOAD);
}

/** Whether a written path stays within the bag on every system. Source: RFC 8493 section 2.1.3 and 5.1 (path traversal). */
export function isSafePath(path: string): boolean {
  if (/^[/~]|^[a-z]:|\\|^%[^%/]+%[/\\]/i.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** `%0A`, `%0D` and `%25`, the only escapes of a path. */
export function decodePath(written: string): string {
  return written.replace(/%(0a|0d|25)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** How a written path was found: by the letter, or by a form of it that means the same. */
export type FoundPath = { readonly path: string; readonly by: "letter" | "unicode" };

/** Finds files of a bag by the paths its tag files write. */
export class PathFinder {
  readonly #files: FileTree["files"];
  readonly #isStrict: boolean;
  #normalised: Map<string, string> | undefined;
  #folded: Map<string, string> | undefined;

  constructor(files: FileTree["files"], isStrict: boolean) {
    this.#files = files;
    this.#isStrict = isStrict;
  }

  /** Before 1.0 a `%` need not be escaped, so the path by the letter comes first there. */
  find(written: string): FoundPath | undefined {
    const decoded = decodePath(written);
    const ways = this.#isStrict ? [decoded] : [written, decoded];
    const path = ways.find((way) => this.#files.has(way));
    if (path !== undefined) return { path, by: "letter" };
    this.#normalised ??= new Map([...this.#files.keys()].map((name) => [nfc(name), name]));
    const like = this.#normalised.get(nfc(decoded));
    return like === undefined ? undefined : { path: like, by: "unicode" };
  }

  /** A file whose path differs only in upper and lower case. */
  findTwin(written: string): string | undefined {
    this.#folded ??= new Map([...this.#files.keys()].map((name) => [fold(name), name]));
    return this.#folded.get(fold(decodePath(written)));
  }
}

function fold(path: string): string {
  return nfc(path).toLowerCase();
}

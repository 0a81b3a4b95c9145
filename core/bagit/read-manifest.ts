import type { ManifestFile } from "./algorithms.ts";
import { type Bag, linesOf } from "./bag.ts";
import { decodePath, isPayload, isSafePath } from "./paths.ts";

/** What a manifest says of a file. `written`: its path as it stands there. `path` undefined: no such file. */
export type ManifestLine = {
  readonly line: number;
  readonly written: string;
  readonly digest: string;
  readonly path: string | undefined;
};

// what follows the blanks cannot be a blank: of a line that does not fit, only one reading is tried
const LINE = /^(\S+)[ \t]+(?:(\*)(.+)|([^ \t].*))/s;
const HEX = /^[0-9a-f]+$/;

/**
 * Reads a manifest and reports what is wrong with its lines, each file once; it does not verify the digests. Source:
 * RFC 8493 sections 2.1.3 and 2.2.1; the versions before 1.0 let a file be named twice with one digest.
 */
export async function readBagManifest(
  bag: Bag,
  manifest: ManifestFile,
  kind: "payload" | "tag",
): Promise<readonly ManifestLine[]> {
  const { report } = bag;
  const { file } = manifest;
  const lines: ManifestLine[] = [];
  const digests = new Map<string, string>();
  for await (const { line, text } of linesOf(bag, file)) {
    const read = readLine(bag, manifest, kind, line, text);
    if (read === undefined) continue;
    const { path, digest } = read;
    const found = bag.finder.find(path);
    const key = found?.path ?? path;
    const before = digests.get(key);
    digests.set(key, digest);
    if (before !== undefined) {
      reportTwice(bag, line, file, path, before === digest);
      continue;
    }
    if (found?.by === "unicode") report(line, "bag_normalised", { file, path });
    lines.push({ line, written: path, digest, path: found?.path });
  }
  return lines;
}

/** The parts of a line, or undefined after a reported problem. */
function readLine(
  bag: Bag,
  manifest: ManifestFile,
  kind: "payload" | "tag",
  line: number,
  text: string,
): { readonly path: string; readonly digest: string } | undefined {
  const { file } = manifest;
  const found = LINE.exec(text);
  if (!found) {
    bag.report(line, "bag_line", { file });
    return undefined;
  }
  const [, written = "", star, afterStar, plain = ""] = found;
  if (star === "*") bag.report(line, "bag_star", { file });
  const path = pathOf(bag, line, file, afterStar ?? plain, kind);
  const digest = written.toLowerCase();
  return path !== undefined && hasForm(bag, line, manifest, path, digest) ? { path, digest } : undefined;
}

/** The path of a line, or undefined after a reported problem. */
function pathOf(
  { report }: Bag,
  line: number,
  file: string,
  given: string,
  kind: "payload" | "tag",
): string | undefined {
  const path = given.replace(/^(?:\.\/)+/, "");
  if (path !== given) report(line, "bag_dot_slash", { file });
  if (!isSafePath(decodePath(path))) {
    const isWindows = path.includes("\\") && isSafePath(decodePath(path.replaceAll("\\", "/")));
    report(line, isWindows ? "bag_backslash" : "bag_path", { file, path });
    return undefined;
  }
  if (kind === "tag" || isPayload(path)) return path;
  report(line, "bag_not_payload", { file, path });
  return undefined;
}

function hasForm(
  { report }: Bag,
  line: number,
  { file, name, algorithm }: ManifestFile,
  path: string,
  digest: string,
): boolean {
  if (HEX.test(digest) && (algorithm === undefined || digest.length === algorithm.hexLength)) return true;
  report(line, "bag_digest_form", { path, file, algorithm: name });
  return false;
}

function reportTwice(
  { report, declaration }: Bag,
  line: number,
  file: string,
  path: string,
  isSame: boolean,
): void {
  if (!isSame) report(line, "bag_digests_differ", { file, path });
  else report(line, declaration.isStrict ? "bag_twice" : "bag_twice_same", { file, path });
}

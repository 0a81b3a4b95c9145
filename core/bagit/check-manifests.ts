import { isSystemFile } from "../system-file.ts";
import { findManifests, type ManifestFile } from "./algorithms.ts";
import type { Bag } from "./bag.ts";
import { decodePath, isPayload } from "./paths.ts";
import { type ManifestLine, readBagManifest } from "./read-manifest.ts";

const TAG_MANIFEST = /^tagmanifest-[^/]+\.txt$/i;

/** A payload manifest: the files it lists, and those and the paths it names without a file. */
type PayloadList = {
  readonly file: string;
  readonly listed: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
};

/** Compares the manifests with the files, both ways. Source: RFC 8493 section 3, "Complete and Valid Bags". */
export async function checkManifests(bag: Bag): Promise<void> {
  const { payload, tag } = findManifests(bag.tree.files.keys());
  reportAlgorithms(bag, payload, tag);
  const lists: PayloadList[] = [];
  for (const manifest of payload) {
    const lines = await readBagManifest(bag, manifest, "payload");
    lists.push({
      file: manifest.file,
      listed: new Set(lines.map(({ path }) => path ?? "")),
      named: new Set(lines.map(({ path, written }) => path ?? decodePath(written))),
    });
    await checkLines(bag, manifest, lines);
  }
  checkCoverage(bag, lists);
  checkHoles(bag, lists);
  for (const manifest of tag) {
    const lines = await readBagManifest(bag, manifest, "tag");
    checkTagLines(bag, manifest, lines, payload);
    await checkLines(bag, manifest, lines);
  }
}

function reportAlgorithms(
  { report }: Bag,
  payload: readonly ManifestFile[],
  tag: readonly ManifestFile[],
): void {
  if (payload.length === 0) report(0, "bag_no_manifest");
  const hasKnown = payload.some(({ algorithm }) => algorithm !== undefined);
  for (const { file, proper, algorithm } of [...payload, ...tag]) {
    if (algorithm === undefined) report(0, hasKnown ? "bag_algorithm_skipped" : "bag_algorithm", { file });
    else if (file !== proper) report(0, "bag_manifest_name", { file, proper });
  }
}

async function checkLines(
  bag: Bag,
  { file, algorithm }: ManifestFile,
  lines: readonly ManifestLine[],
): Promise<void> {
  const { tree, report } = bag;
  for (const entry of lines) {
    const { line, written, digest, path } = entry;
    if (path === undefined) await reportMissing(bag, file, algorithm, entry);
    else if (algorithm && (await tree.digest(path, algorithm.digest)) !== digest)
      report(line, "bag_digest", { path: written, file });
  }
}

/** A disk that does not tell upper from lower case keeps one of two twins; with the same bytes nothing is lost. */
async function reportMissing(
  { tree, report, finder, declaration, holes }: Bag,
  file: string,
  algorithm: ManifestFile["algorithm"],
  { line, written, digest }: ManifestLine,
): Promise<void> {
  if (holes.has(decodePath(written)) || holes.has(written))
    return report(line, "bag_hole", { path: written });
  const twin = declaration.isStrict ? undefined : finder.findTwin(written);
  const isThere = twin && algorithm && (await tree.digest(twin, algorithm.digest)) === digest;
  report(line, isThere ? "bag_case" : "bag_missing", { path: written, file });
}

function checkCoverage({ tree, report, declaration }: Bag, lists: readonly PayloadList[]): void {
  if (lists.length === 0) return;
  for (const path of tree.files.keys()) {
    if (!isPayload(path)) continue;
    if (isSystemFile(path.slice(path.lastIndexOf("/") + 1))) report(0, "bag_system_file", { path });
    const without = lists.filter(({ listed }) => !listed.has(path));
    if (without.length === lists.length) report(0, "bag_unlisted", { path });
    else if (declaration.isStrict)
      for (const { file } of without) report(0, "bag_unlisted_in", { path, file });
  }
}

/** What is to be fetched stands in every payload manifest; before 1.0 in one at least. */
function checkHoles({ holes, report, declaration, finder }: Bag, lists: readonly PayloadList[]): void {
  for (const [path, line] of holes) {
    const key = finder.find(path)?.path ?? path;
    const without = lists.filter(({ named }) => !named.has(key));
    const [first] = without;
    if (first === undefined || (!declaration.isStrict && without.length < lists.length)) continue;
    report(line, "bag_fetch_unlisted", { path, file: first.file });
  }
}

function checkTagLines(
  { report, declaration }: Bag,
  { file }: ManifestFile,
  lines: readonly ManifestLine[],
  payload: readonly ManifestFile[],
): void {
  const { isStrict } = declaration;
  const named = new Set(lines.map(({ written }) => written));
  for (const { line, written } of lines) {
    if (TAG_MANIFEST.test(written))
      report(line, isStrict ? "bag_tag_manifest_listed" : "bag_tag_manifest_named", { file, path: written });
  }
  for (const { file: path } of payload) {
    if (!named.has(path))
      report(0, isStrict ? "bag_manifest_unlisted" : "bag_manifest_unnamed", { file, path });
  }
}

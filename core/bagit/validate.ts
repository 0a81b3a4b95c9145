import { Findings } from "../container/findings.ts";
import type { FileTree } from "../container/ports.ts";
import { describeOf } from "../problem/catalogue.ts";
import type { Bag } from "./bag.ts";
import { readFetch } from "./check-fetch.ts";
import { checkInfo } from "./check-info.ts";
import { checkManifests } from "./check-manifests.ts";
import { checkProfiles, type Profiles } from "./check-profile.ts";
import { DECLARATION_BYTES, type Declaration, readDeclaration } from "./declaration.ts";
import { PathFinder } from "./paths.ts";
import { BAG_PROBLEMS, type BagReport } from "./problems.ts";
import { labelsOf } from "./profile.ts";

/** What a bag came to. Valid when `findings` has no problem. `version` undefined: it could not be told. */
export type BagVerdict = { readonly version: string | undefined; readonly findings: Findings };

const DECLARATION = "bagit.txt";
const NO_PROFILES: Profiles = { known: [], format: undefined };

/**
 * Validates a bag fully: its form, its completeness, and every digest in every manifest. Versions before 0.97 are
 * judged by the rules of 0.97. A bag with holes (fetch.txt) is not complete; nothing is fetched. Files are read one at
 * a time; what is kept grows with the number of files, not with their bytes. `tree`: seen from the bag's top.
 * `profiles`: those the bag may name and is held to.
 * Source: RFC 8493 (1.0); draft-kunze-bagit-14 (0.97); docs/reference/containers.md, "Bags".
 */
export async function validateBag(tree: FileTree, profiles: Profiles = NO_PROFILES): Promise<BagVerdict> {
  const findings = new Findings();
  const report: BagReport = (line, code, ...facts) =>
    findings[BAG_PROBLEMS[code].severity](describeOf(BAG_PROBLEMS, line, code, ...facts));
  if (!tree.files.has(DECLARATION)) {
    report(0, "bag_no_declaration");
    return { version: undefined, findings };
  }
  const declaration = await declare(tree, report);
  if (!declaration) return { version: undefined, findings };
  const finder = new PathFinder(tree.files, declaration.isStrict);
  const bag: Bag = { tree, declaration, finder, report, holes: new Map() };
  const holes = new Map((await readFetch(bag)).map(({ path, line }) => [path, line]));
  await checkManifests({ ...bag, holes });
  const info = await checkInfo(bag, labelsOf(profiles.known));
  checkProfiles(bag, info, profiles);
  return { version: declaration.version, findings };
}

async function declare(tree: FileTree, report: BagReport): Promise<Declaration | undefined> {
  const bytes = new Uint8Array(DECLARATION_BYTES);
  let at = 0;
  for await (const chunk of tree.read(DECLARATION)) {
    const part = chunk.subarray(0, DECLARATION_BYTES - at);
    bytes.set(part, at);
    at += part.length;
    if (at === DECLARATION_BYTES) break;
  }
  return readDeclaration(bytes.subarray(0, at), report);
}

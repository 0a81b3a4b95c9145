import { createHash } from "node:crypto";
import type { Profiles } from "../../core/bagit/check-profile.ts";
import { validateBag } from "../../core/bagit/validate.ts";
import type { FileTree } from "../../core/container/ports.ts";
import { whole } from "../whole-sentence.ts";
import { listOf, makeBag } from "./make-bag.ts";
import type { Contents } from "./make-container.ts";

/** Files in memory; small ones are read one byte at a time, so that no rule depends on where chunks are cut. */
function treeOf(contents: Contents): FileTree {
  const files = new Map(
    Object.entries(contents).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return [name, { sizeBytes: bytes.length, bytes }] as const;
    }),
  );
  const get = (name: string) => {
    const file = files.get(name);
    if (!file) throw new Error(`There is no ${name}.`);
    return file.bytes;
  };
  return {
    files,
    read: async function* (name) {
      const bytes = get(name);
      const step = Math.ceil(bytes.length / 2000);
      for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
    },
    digest: async (name, algorithm) => createHash(algorithm.replace("-", "")).update(get(name)).digest("hex"),
  };
}

/** The codes of what is found in a bag, each after its line. */
export async function judge(contents: Contents, profiles?: Profiles) {
  const { version, findings } = await validateBag(treeOf(contents), profiles);
  return {
    version,
    problems: whole(findings.problems).map(({ line, code }) => `${line} ${code}`),
    warnings: whole(findings.warnings).map(({ line, code }) => `${line} ${code}`),
  };
}

/** The sentences of the problems found in a bag. */
export async function tell(contents: Contents): Promise<readonly string[]> {
  const { findings } = await validateBag(treeOf(contents));
  return whole(findings.problems).map(({ message }) => message);
}

export const PAYLOAD = { "a.txt": "alpha", "folder/b c.txt": "beta" };
export const BAGIT = (version: string, encoding = "UTF-8") =>
  `BagIt-Version: ${version}\nTag-File-Character-Encoding: ${encoding}\n`;

/** A bag of one version without a tag manifest, so that a change of a tag file says nothing else. */
export function bag(
  version: string,
  changes: Readonly<Record<string, string | Uint8Array | undefined>> = {},
): Contents {
  return makeBag(PAYLOAD, { version, changes: { "tagmanifest-sha512.txt": undefined, ...changes } });
}

export const MANIFEST = listOf("sha512", PAYLOAD, "data/");
export const [FIRST = "", SECOND = ""] = MANIFEST.split("\n");

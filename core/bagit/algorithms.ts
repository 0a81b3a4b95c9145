import type { TreeDigest } from "../container/ports.ts";

/** The digest each algorithm's name in a manifest's file name stands for. Source: RFC 8493 section 2.4. */
const BAG_ALGORITHMS: Readonly<Record<string, { readonly digest: TreeDigest; readonly hexLength: number }>> =
  {
    md5: { digest: "md5", hexLength: 32 },
    sha1: { digest: "sha-1", hexLength: 40 },
    sha224: { digest: "sha-224", hexLength: 56 },
    sha256: { digest: "sha-256", hexLength: 64 },
    sha384: { digest: "sha-384", hexLength: 96 },
    sha512: { digest: "sha-512", hexLength: 128 },
  };

/**
 * One manifest of a bag, told from its file name. `algorithm` undefined: one Waybill does not know. `proper`: the name the
 * specification wants, which is another where it is written in capitals or with a hyphen.
 */
export type ManifestFile = {
  readonly file: string;
  readonly proper: string;
  readonly name: string;
  readonly algorithm: { readonly digest: TreeDigest; readonly hexLength: number } | undefined;
};

const MANIFEST = /^(tag)?manifest-([^/]+)\.txt$/i;

/** The payload manifests and the tag manifests among the files at a bag's top. Source: RFC 8493 sections 2.1.3 and 2.2.1. */
export function findManifests(paths: Iterable<string>): {
  readonly payload: readonly ManifestFile[];
  readonly tag: readonly ManifestFile[];
} {
  const manifests: { payload: ManifestFile[]; tag: ManifestFile[] } = { payload: [], tag: [] };
  for (const file of paths) {
    const found = MANIFEST.exec(file);
    if (!found) continue;
    const [, tag, written = ""] = found;
    const name = written.toLowerCase().replaceAll("-", "");
    const algorithm = Object.hasOwn(BAG_ALGORITHMS, name) ? BAG_ALGORITHMS[name] : undefined;
    const proper = `${tag === undefined ? "" : "tag"}manifest-${name}.txt`;
    manifests[tag === undefined ? "payload" : "tag"].push({ file, proper, name, algorithm });
  }
  return manifests;
}

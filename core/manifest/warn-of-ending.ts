import type { ManifestKind } from "./kinds.ts";
import type { Report } from "./problems.ts";

const CONTAINER = /\.(?:zip|tar|tgz|tarz|gz|bz|bz2|tbz|tbz2)$/i;
const MANIFEST = /\.checkm$/i;

/** Whether a file's name says that it is a container, to be unpacked. */
export function isContainerName(name: string): boolean {
  return CONTAINER.test(name);
}

/** Whether a file's name says that it is a manifest. */
export function isManifestName(name: string): boolean {
  return MANIFEST.test(name);
}

/** Warns when the ending of a file's name does not go with the kind of its manifest. */
export function warnOfEnding(kind: ManifestKind, name: string, report: Report): void {
  if (kind === "ManifestOfContainers" && !isContainerName(name)) report("name_not_container", { name });
  if (kind === "ManifestOfManifests" && !isManifestName(name)) report("name_not_manifest", { name });
  if (kind === "ManifestOfFiles" && isContainerName(name)) report("name_is_container", { name });
}

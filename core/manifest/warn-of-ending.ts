import type { ManifestKind } from "./kinds.ts";
import type { Report } from "./problems.ts";

const CONTAINER = /\.(?:zip|tar|tgz|tarz|gz|bz|bz2|tbz|tbz2)$/i;
const MANIFEST = /\.checkm$/i;

/** Whether a file's name has a container's extension. */
export function isContainerName(name: string): boolean {
  return CONTAINER.test(name);
}

/** Whether a file's name has a manifest's extension. */
export function isManifestName(name: string): boolean {
  return MANIFEST.test(name);
}

/** Warns when a file's extension does not match the kind of its manifest. */
export function warnOfEnding(kind: ManifestKind, name: string, report: Report): void {
  if (kind === "ManifestOfContainers" && !isContainerName(name)) report("name_not_container", { name });
  if (kind === "ManifestOfManifests" && !isManifestName(name)) report("name_not_manifest", { name });
  if (kind === "ManifestOfFiles" && isContainerName(name)) report("name_is_container", { name });
}

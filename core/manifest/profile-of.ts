import { MANIFEST_KINDS, MANIFEST_PROFILES, type ManifestKind } from "./kinds.ts";

const ADDRESS = /^https?:\/\/uc3\.cdlib\.org\/registry\/(?:ingest\/manifest|mrt)\/([a-z-]+)\/?$/i;

/**
 * The kind a manifest's profile address names; undefined when deposits cannot use it. Accepts http and https, current
 * addresses and the older ones below registry/mrt/.
 */
export function profileOf(address: string): ManifestKind | undefined {
  const name = ADDRESS.exec(address)?.[1]?.toLowerCase();
  return MANIFEST_KINDS.find((kind) => MANIFEST_PROFILES[kind] === name);
}

/** The `#%profile` line of a kind, as a depositor should write it. */
export function profileLine(kind: ManifestKind): string {
  return `#%profile | http://uc3.cdlib.org/registry/ingest/manifest/${MANIFEST_PROFILES[kind]}`;
}

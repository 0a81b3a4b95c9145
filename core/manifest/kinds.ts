/** Kinds of payload. Terms and the form's `type` values: docs/reference/manifest.md, "Kinds". */
export const PAYLOAD_KINDS = [
  "SingleFile",
  "Container",
  "ObjectManifest",
  "ManifestOfManifests",
  "ManifestOfContainers",
  "ManifestOfFiles",
  "LedgerBatch",
] as const;
export type PayloadKind = (typeof PAYLOAD_KINDS)[number];

export const MANIFEST_KINDS = [
  "ObjectManifest",
  "ManifestOfManifests",
  "ManifestOfContainers",
  "ManifestOfFiles",
] as const satisfies readonly PayloadKind[];
export type ManifestKind = (typeof MANIFEST_KINDS)[number];

/** What one job fetches. */
export const JOB_PAYLOADS = ["file", "manifest", "container"] as const;
export type JobPayload = (typeof JOB_PAYLOADS)[number];

/** The last part of the manifest's `#%profile` address, per kind. */
export const MANIFEST_PROFILES = {
  ObjectManifest: "mrt-ingest-manifest",
  ManifestOfManifests: "mrt-batch-manifest",
  ManifestOfContainers: "mrt-container-batch-manifest",
  ManifestOfFiles: "mrt-single-file-batch-manifest",
} as const satisfies Record<ManifestKind, string>;

/** Values of the form field `type`. */
export const TYPE_FIELD = {
  file: "SingleFile",
  container: "Container",
  manifest: "ObjectManifest",
  "object-manifest": "ObjectManifest",
  "batch-manifest": "ManifestOfManifests",
  "container-batch-manifest": "ManifestOfContainers",
  "single-file-batch-manifest": "ManifestOfFiles",
} as const satisfies Record<string, PayloadKind>;
export type TypeField = keyof typeof TYPE_FIELD;

/** What the job of each row in a batch manifest fetches. */
export const ROW_PAYLOAD = {
  ManifestOfManifests: "manifest",
  ManifestOfContainers: "container",
  ManifestOfFiles: "file",
} as const satisfies Record<Exclude<ManifestKind, "ObjectManifest">, JobPayload>;

export function isManifestKind(kind: PayloadKind): kind is ManifestKind {
  return (MANIFEST_KINDS as readonly PayloadKind[]).includes(kind);
}

/** A kind in the words a depositor reads, without an article. */
export const KIND_WORDS = {
  SingleFile: "single file",
  Container: "container",
  ObjectManifest: "object manifest",
  ManifestOfManifests: "batch of object manifests",
  ManifestOfContainers: "batch of containers",
  ManifestOfFiles: "batch of single files",
  LedgerBatch: "signed batch for a ledger",
} as const satisfies Record<PayloadKind, string>;

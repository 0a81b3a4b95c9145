import type { PayloadKind } from "../../core/manifest/kinds.ts";

/** What was handed in, in words. */
export const KIND_WORDS = {
  SingleFile: "Single file",
  Container: "Container",
  ObjectManifest: "Object manifest",
  ManifestOfManifests: "Batch of object manifests",
  ManifestOfContainers: "Batch of containers",
  ManifestOfFiles: "Batch of single files",
  LedgerBatch: "Batch for a ledger",
} as const satisfies Record<PayloadKind, string>;

import type { TypeField } from "../../core/manifest/kinds.ts";

/** The types a depositor may choose, in words. `manifest` is another spelling of the object manifest. */
export const TYPE_CHOICES = {
  file: "Single file, kept as is",
  container: "Container (zip or tar), to be unpacked",
  "object-manifest": "Object manifest",
  "batch-manifest": "Batch of object manifests",
  "container-batch-manifest": "Batch of containers",
  "single-file-batch-manifest": "Batch of single files",
} as const satisfies Partial<Record<TypeField, string>>;

export function readTypeChoice(value: string): TypeField | undefined {
  return (Object.keys(TYPE_CHOICES) as (keyof typeof TYPE_CHOICES)[]).find((type) => type === value);
}

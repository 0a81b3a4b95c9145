import type { StoragePlace } from "../../core/contracts/object-views.ts";

const KINDS = { filesystem: "File system", s3: "S3" } as const satisfies Record<StoragePlace["kind"], string>;

/** Where an object is kept, in words: "S3, bucket preserved/ocfl". */
export function storageWords({ kind, name }: StoragePlace): string {
  if (name === null) return kind === "s3" ? "S3, no longer set up here" : KINDS[kind];
  return kind === "s3" ? `${KINDS.s3}, bucket ${name}` : `${KINDS.filesystem}, folder ${name}`;
}

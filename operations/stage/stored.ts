import * as z from "zod";
import { PRODUCER_FOLDER } from "../../core/metadata/system-files.ts";
import { STORAGE_TARGETS } from "../../core/storage/object-stores.ts";
import type { StoredVersion } from "../../core/storage/ports.ts";

/** What Processing saves once a job's version is stored, for Recording and for a repeat. Sizes are in bytes. */
export const Stored = z.object({
  objectId: z.string(),
  ark: z.string(),
  version: z.number().int(),
  storage: z.enum(STORAGE_TARGETS).default("filesystem"),
  root: z.string(),
  inventorySha256: z.string(),
  fileCount: z.number().int(),
  sizeBytes: z.number().int(),
  who: z.string().nullable(),
  what: z.string().nullable(),
  when: z.string().nullable(),
  /** Until when the object must not be made public, in ISO 8601; left out: unchanged. */
  embargoUntil: z.string().nullable().optional(),
  /** The version an update builds on, and the files it removes. */
  base: z
    .object({
      version: z.number().int(),
      deletions: z.array(z.object({ path: z.string(), line: z.number().int() })),
    })
    .optional(),
  /** System files in the version; the depositor's files are in the job's file rows. */
  system: z.array(
    z.object({ path: z.string(), size: z.number().int(), sha256: z.string(), mediaType: z.string() }),
  ),
});
export type Stored = z.infer<typeof Stored>;

const SMALL = { files: 100, bytes: 16_777_216 } as const;

/**
 * What a run has stored, for the stages after it. `isPublic`: no identifier service has to be told of its ARK. `isSmall`:
 * after a crash it is soon compared with what the job would store again, so the moves after it may wait for each other.
 */
export type Placed = {
  readonly version: StoredVersion;
  readonly isPublic: boolean;
  readonly isSmall: boolean;
};

export function isSmall({ fileCount, sizeBytes }: Pick<Stored, "fileCount" | "sizeBytes">): boolean {
  return fileCount <= SMALL.files && sizeBytes <= SMALL.bytes;
}

/** The path of a depositor's file within the object. */
export function producerPath(name: string): string {
  return `${PRODUCER_FOLDER}/${name}`;
}

import * as z from "zod";
import { PRODUCER_FOLDER } from "../../core/metadata/system-files.ts";
import { STORAGE_TARGETS } from "../../core/storage/object-stores.ts";

/** What Processing keeps once a job's version is stored, for Recording and for a repeat. Sizes in bytes. */
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
  /** Until when the object is not to be shown, in ISO 8601; left out: as before. */
  embargoUntil: z.string().nullable().optional(),
  /** The version an update builds on, and what it takes out of it. */
  base: z
    .object({
      version: z.number().int(),
      deletions: z.array(z.object({ path: z.string(), line: z.number().int() })),
    })
    .optional(),
  /** Waybill's own files in the version; the depositor's stand in the job's file rows. */
  system: z.array(
    z.object({ path: z.string(), size: z.number().int(), sha256: z.string(), mediaType: z.string() }),
  ),
});
export type Stored = z.infer<typeof Stored>;

/** Where a depositor's file lies in the object. */
export function producerPath(name: string): string {
  return `${PRODUCER_FOLDER}/${name}`;
}

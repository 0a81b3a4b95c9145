import * as z from "zod";
import type { Db } from "../../prisma/client.ts";
import type { WarningStep } from "../../prisma/store/step.ts";
import { findStep } from "../../prisma/store/step.ts";

/** The steps of a container whose results are kept: its listing, and its check. */
export const LIST_STEP = "list-container" satisfies WarningStep;
export const CHECK_STEP = "check-container" satisfies WarningStep;

/**
 * What a container holds, and its format (missing in listings made by earlier versions). `bagTop`: the folder of its
 * bag, "" at the top, null when it is not a bag. `folder`: the folder stripped from the names; `beside`:
 * operating-system files found beside it. `warnings`: the first thousand of `warningCount`. Listings older than
 * `folder` have their bag's folder.
 */
export const Listing = z
  .object({
    sha256: z.string(),
    containerBytes: z.number(),
    files: z.number(),
    bytes: z.number(),
    format: z.enum(["zip", "tar", "gzip"]).optional(),
    bagTop: z.string().nullable(),
    folder: z.string().optional(),
    beside: z.array(z.string()).default([]),
    warnings: z.array(z.object({ line: z.number(), code: z.string(), message: z.string() })),
    warningCount: z.number().default(0),
  })
  .transform((kept) => ({ ...kept, folder: kept.folder ?? kept.bagTop ?? "" }));
export type Listing = z.infer<typeof Listing>;

/** The stored listing of a job's container. */
export async function findListing(db: Db, jobId: string): Promise<Listing | undefined> {
  const kept = await findStep(db, jobId, LIST_STEP);
  return kept === undefined ? undefined : Listing.parse(kept);
}

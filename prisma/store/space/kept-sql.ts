import { Prisma } from "../../generated/client.ts";

/** The job has ended, so that what it has in working storage is only kept. */
export const HAS_ENDED = Prisma.sql`job.state IN ('Completed', 'Failed', 'Deleted')`;

/**
 * Of a statement that reads `job` and its `batch`: the failed job's folder may go when space is wanted, since a resume has
 * its files again: from their sources, or from the deposit that is kept. Not the one byte of a second name.
 */
export const GIVES_WAY = Prisma.sql`(job.state = 'Failed' AND job.folders_until IS NOT NULL AND job.space_reserved > 1
  AND (job.payload_url IS NOT NULL OR batch.payload_path IS NOT NULL))`;

/** Nothing more is written for it: its files are all there. */
export const IS_WRITTEN = Prisma.sql`job.state IN ('Processing', 'Recording', 'Notify')`;

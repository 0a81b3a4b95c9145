import type { World } from "../world.ts";

/** What is still to come once every batch has ended: jobs that run again, mails and callbacks, folders that are removed. */
export async function countUntidy({ ctx: { db } }: World): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT (SELECT count(*) FROM job WHERE ended_at IS NULL)::int
      + (SELECT count(*) FROM outbox WHERE status = 'Waiting')::int
      + (SELECT count(*) FROM job WHERE working_directory IS NOT NULL AND state <> 'Failed')::int
      + (SELECT count(*) FROM batch WHERE payload_path IS NOT NULL AND state = 'Completed')::int AS count`;
  return row?.count ?? 0;
}

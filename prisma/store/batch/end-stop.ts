import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** It goes on as if no worker had died over it. */
const GOES_ON = Prisma.sql`stopped_at = NULL, wait_reason = NULL, kills = 0, due_at = clock_timestamp()`;

type Said = { readonly actor: string; readonly reason: string };

/** Lets a batch that stands still go on with what it stopped at; the jobs it has stay. @returns whether it stood still */
export async function resumeStopped(tx: Sql, batchId: string, { actor, reason }: Said): Promise<boolean> {
  const resumed = await tx.$executeRaw`
    WITH resumed AS (
      UPDATE batch SET ${GOES_ON} WHERE id = ${batchId} AND stopped_at IS NOT NULL RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason) SELECT 'batch.resumed', id, ${actor}, ${reason} FROM resumed`;
  return resumed > 0;
}

/**
 * Makes no more jobs of a batch that stands still: it ends as Failed, and is reported, once those it has have ended.
 * `message`: what is told as its fault. @returns whether it stood still
 */
export async function giveUpStopped(
  tx: Sql,
  batchId: string,
  { actor, reason, message }: Said & { readonly message: string },
): Promise<boolean> {
  const given = await tx.$executeRaw`
    WITH given AS (
      UPDATE batch SET ${GOES_ON}, expanded_at = clock_timestamp(), error_code = 'given_up', error_message = ${message}
      WHERE id = ${batchId} AND stopped_at IS NOT NULL AND state = 'Processing'
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason, code)
    SELECT 'batch.given-up', id, ${actor}, ${reason}, 'given_up' FROM given`;
  return given > 0;
}

/**
 * Lets batches go on that stand still though fewer workers than `kills` have died over them: one that counted as dead was
 * only paused, and has said so since. @returns how many
 */
export async function resumeWronglyStopped(tx: Sql, kills: number): Promise<number> {
  return tx.$executeRaw`
    WITH resumed AS (
      UPDATE batch SET ${GOES_ON} WHERE stopped_at IS NOT NULL AND kills < ${kills} RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason)
    SELECT 'batch.resumed', id, 'Waybill', 'A worker that counted as dead was only paused.' FROM resumed`;
}

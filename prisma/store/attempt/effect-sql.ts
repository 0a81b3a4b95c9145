import { Prisma } from "../../generated/client.ts";

/**
 * Until when a call of `batch` may still have an effect: one under way, or one whose answer leaves that open. Null: none.
 * A call that was begun before the ledger said that it has the batch has had its effect: while one may still come nothing
 * else is sent, so it was that one.
 */
export const EFFECT_UNTIL = Prisma.sql`(
  SELECT max(settles_at) FROM attempt
  WHERE attempt.batch_id = batch.id AND (answered_at IS NULL OR outcome IN ('ambiguous', 'lost'))
    AND attempt.begun_at >= COALESCE(batch.accepted_at, '-infinity'))`;

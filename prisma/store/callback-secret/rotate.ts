import type { Sql } from "../../sql.ts";

/** A key that takes over. `overlapHours`: how long the newest key so far goes on signing beside it. */
export type NewSecret = {
  readonly id: string;
  readonly collectionId: string;
  readonly sealed: string;
  readonly createdBy: string;
  readonly overlapHours: number;
};

/**
 * Adds a signing key under the collection's lock. Of those before it the newest signs for the overlap and all others no
 * more, so that there are never more than two.
 * @returns ids of the keys that retire now or when the overlap is over
 */
export async function rotateSecret(tx: Sql, secret: NewSecret): Promise<readonly string[]> {
  const { id, collectionId, sealed, createdBy, overlapHours } = secret;
  const retired = await tx.$queryRaw<{ id: string }[]>`
    WITH in_use AS (
      SELECT id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place FROM callback_secret
      WHERE collection_id = ${collectionId} AND (retires_at IS NULL OR retires_at > clock_timestamp())
    )
    UPDATE callback_secret SET retires_at = LEAST(retires_at, CASE WHEN in_use.place = 1
      THEN clock_timestamp() + ${overlapHours}::float8 * interval '1 hour' ELSE clock_timestamp() END)
    FROM in_use WHERE callback_secret.id = in_use.id
    RETURNING callback_secret.id`;
  await tx.$executeRaw`
    INSERT INTO callback_secret (id, collection_id, sealed, created_by, created_at)
    VALUES (${id}, ${collectionId}, ${sealed}, ${createdBy}, clock_timestamp())`;
  return retired.map((row) => row.id);
}

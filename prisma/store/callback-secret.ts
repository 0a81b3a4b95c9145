import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** A collection's id by its slug; locks its row, so that changes of its keys are serialised. */
export async function lockCollection(tx: Sql, slug: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM collection WHERE slug = ${slug} FOR NO KEY UPDATE`;
  return row?.id;
}

/** A key in use, without its text. */
export type SecretRow = {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly retiresAt: string | null;
};

/** A collection's present callback address, as in its profile, and its keys in use, newest first. */
export type SigningRow = {
  readonly slug: string;
  readonly name: string;
  readonly callbackUrl: string | null;
  readonly secrets: readonly SecretRow[];
};

/** Collections that have a callback address or a key in use, by name; or the one of this slug. */
export async function listSigning(tx: Sql, slug?: string): Promise<SigningRow[]> {
  return tx.$queryRaw<SigningRow[]>`
    SELECT * FROM (
      SELECT collection.slug, collection.name,
        (SELECT settings ->> 'callbackUrl' FROM profile_version WHERE collection_id = collection.id
          ORDER BY version DESC LIMIT 1) AS "callbackUrl",
        COALESCE((
          SELECT jsonb_agg(jsonb_build_object('id', id, 'createdBy', created_by, 'createdAt', created_at,
            'retiresAt', retires_at) ORDER BY callback_secret.created_at DESC, id DESC)
          FROM callback_secret
          WHERE collection_id = collection.id AND (retires_at IS NULL OR retires_at > clock_timestamp())
        ), '[]') AS secrets
      FROM collection
    ) AS signing
    WHERE ${slug === undefined ? Prisma.sql`("callbackUrl" IS NOT NULL OR secrets <> '[]')` : Prisma.sql`slug = ${slug}`}
    ORDER BY name, slug
    LIMIT 1000`;
}

/** A new key. `overlapHours`: how long the previous newest key keeps signing alongside it. */
export type NewSecret = {
  readonly id: string;
  readonly collectionId: string;
  readonly sealed: string;
  readonly createdBy: string;
  readonly overlapHours: number;
};

/**
 * Adds a signing key under the collection's lock. The newest of the earlier keys keeps signing during the overlap and
 * all others stop, so that there are never more than two.
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

/**
 * Ends a key at once. @returns the collection's slug; undefined when there is no such key, or it has already retired
 */
export async function retireSecret(tx: Sql, id: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ slug: string }[]>`
    UPDATE callback_secret SET retires_at = clock_timestamp()
    FROM collection
    WHERE callback_secret.id = ${id} AND collection.id = callback_secret.collection_id
      AND (retires_at IS NULL OR retires_at > clock_timestamp())
    RETURNING collection.slug`;
  return row?.slug;
}

import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

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

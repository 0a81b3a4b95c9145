import type { Sql } from "../../sql.ts";

/** A person with what decides what they may do. `isClosed`: by the database's clock, where the closing has an end. */
export type ActorRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly isClosed: boolean;
  readonly grants: readonly string[];
};

/** A token with its person. `isExpired`: by the database's clock. */
export type TokenActorRow = ActorRow & {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly scopes: readonly string[];
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
};

/** A person with what decides what they may do, read anew for every request. */
export async function findPersonForActor(tx: Sql, userId: string): Promise<ActorRow | undefined> {
  const [row] = await tx.$queryRaw<ActorRow[]>`
    SELECT u.id, u.name, u.email, u.role,
      u.banned AND coalesce(u.ban_expires > clock_timestamp(), TRUE) AS "isClosed",
      ARRAY(SELECT collection_id FROM collection_grant WHERE user_id = u.id) AS grants
    FROM app_user u WHERE u.id = ${userId}`;
  return row;
}

/** The person a token's hash belongs to, with the token's own limits. */
export async function findTokenForActor(tx: Sql, hash: string): Promise<TokenActorRow | undefined> {
  const [row] = await tx.$queryRaw<TokenActorRow[]>`
    SELECT u.id, u.name, u.email, u.role,
      u.banned AND coalesce(u.ban_expires > clock_timestamp(), TRUE) AS "isClosed",
      ARRAY(SELECT collection_id FROM collection_grant WHERE user_id = u.id) AS grants,
      t.id AS "tokenId", t.name AS "tokenName", t.scopes, t.revoked_at IS NOT NULL AS "isRevoked",
      coalesce(t.expires_at, t.created_at + interval '1 year') <= clock_timestamp() AS "isExpired"
    FROM api_token t JOIN app_user u ON u.id = t.user_id WHERE t.hash = ${hash}`;
  return row;
}

import type { LinkKind } from "../../../core/contracts/account-views.ts";
import type { Sql } from "../../sql.ts";

/** `hash`: SHA-256 of the secret, hexadecimal. `lifeMs`: how long it is good for, by the database's clock. */
export type NewLink = {
  readonly userId: string;
  readonly kind: LinkKind;
  readonly hash: string;
  readonly createdBy: string;
  readonly lifeMs: number;
};

/** Makes this the one link of the person: the one before, used or not, is no more. When it ends. */
export async function putLink(tx: Sql, link: NewLink): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ expiresAt: Date }]>`
    INSERT INTO account_link (user_id, kind, hash, created_at, created_by, expires_at)
    SELECT ${link.userId}, ${link.kind}, ${link.hash}, at, ${link.createdBy},
      at + ${link.lifeMs}::float8 * interval '1 millisecond'
    FROM clock_timestamp() AS at
    ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, hash = excluded.hash, created_at = excluded.created_at,
      created_by = excluded.created_by, expires_at = excluded.expires_at, used_at = NULL
    RETURNING expires_at AS "expiresAt"`;
  return row.expiresAt;
}

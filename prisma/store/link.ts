import type { LinkKind } from "../../core/contracts/account-views.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** `hash`: SHA-256 of the secret, hexadecimal. `lifeMs`: how long it is valid, by the database's clock. */
export type NewLink = {
  readonly userId: string;
  readonly kind: LinkKind;
  readonly hash: string;
  readonly createdBy: string;
  readonly lifeMs: number;
};

/** Makes this the person's only link, replacing any earlier one. @returns when it expires */
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

export type LinkRow = {
  readonly kind: LinkKind;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
};

/** A valid link, with its owner. */
export type OwnedLinkRow = LinkRow & {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
};

const WORKS = Prisma.sql`l.used_at IS NULL AND l.expires_at > clock_timestamp()`;
const COLUMNS = Prisma.sql`l.kind, l.created_at AS "createdAt", l.created_by AS "createdBy", l.expires_at AS "expiresAt"`;

/** A person's valid link. */
export async function findOpenLink(tx: Sql, userId: string): Promise<LinkRow | undefined> {
  const [row] = await tx.$queryRaw<LinkRow[]>`
    SELECT ${COLUMNS} FROM account_link l WHERE l.user_id = ${userId} AND ${WORKS}`;
  return row;
}

/** The link with this hash, while it is valid and its account is not closed. */
export async function findLinkByHash(tx: Sql, hash: string): Promise<OwnedLinkRow | undefined> {
  const [row] = await tx.$queryRaw<OwnedLinkRow[]>`
    SELECT ${COLUMNS}, u.id AS "userId", u.name, u.email, u.role
    FROM account_link l JOIN app_user u ON u.id = l.user_id
    WHERE l.hash = ${hash} AND ${WORKS} AND NOT u.banned`;
  return row;
}

/** Uses up the link with this hash. False: it was used, replaced, or has expired meanwhile. */
export async function redeemLinkRow(tx: Sql, hash: string): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE account_link SET used_at = clock_timestamp()
    WHERE hash = ${hash} AND used_at IS NULL AND expires_at > clock_timestamp()`;
  return used === 1;
}

/** Removes a person's link. */
export async function dropLink(tx: Sql, userId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM account_link WHERE user_id = ${userId}`;
}

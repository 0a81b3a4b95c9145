import type { LinkKind } from "../../../core/contracts/account-views.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

export type LinkRow = {
  readonly kind: LinkKind;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
};

/** A link that works, with whose it is. */
export type OwnedLinkRow = LinkRow & {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
};

const WORKS = Prisma.sql`l.used_at IS NULL AND l.expires_at > clock_timestamp()`;
const COLUMNS = Prisma.sql`l.kind, l.created_at AS "createdAt", l.created_by AS "createdBy", l.expires_at AS "expiresAt"`;

/** The link of a person that still works. */
export async function findOpenLink(tx: Sql, userId: string): Promise<LinkRow | undefined> {
  const [row] = await tx.$queryRaw<LinkRow[]>`
    SELECT ${COLUMNS} FROM account_link l WHERE l.user_id = ${userId} AND ${WORKS}`;
  return row;
}

/** The link of this hash, while it works and its account is not closed. */
export async function findLinkByHash(tx: Sql, hash: string): Promise<OwnedLinkRow | undefined> {
  const [row] = await tx.$queryRaw<OwnedLinkRow[]>`
    SELECT ${COLUMNS}, u.id AS "userId", u.name, u.email, u.role
    FROM account_link l JOIN app_user u ON u.id = l.user_id
    WHERE l.hash = ${hash} AND ${WORKS} AND NOT u.banned`;
  return row;
}

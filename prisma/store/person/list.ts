import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A person who has an account, with the slugs of the collections granted. */
export type PersonRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly createdAt: Date;
  readonly hasPassword: boolean;
  readonly isClosed: boolean;
  readonly collections: readonly string[];
  /** Of an account that was closed before this was kept, the row's last change. */
  readonly closedAt: Date;
  readonly closedBy: string | null;
  readonly closedWhy: string | null;
};

const SELECT = Prisma.sql`
  SELECT u.id, u.name, u.email, u.role, u.created_at AS "createdAt", u.banned AS "isClosed",
    coalesce(u.closed_at, u.updated_at) AS "closedAt", u.closed_by AS "closedBy", u.ban_reason AS "closedWhy",
    EXISTS (
      SELECT FROM account a WHERE a.user_id = u.id AND a.provider_id = 'credential' AND a.password IS NOT NULL
    ) AS "hasPassword",
    ARRAY(
      SELECT c.slug FROM collection_grant g JOIN collection c ON c.id = g.collection_id
      WHERE g.user_id = u.id ORDER BY c.slug
    ) AS collections
  FROM app_user u`;

/** Everybody who has an account, by name. */
export async function listPersonRows(tx: Sql): Promise<PersonRow[]> {
  return tx.$queryRaw<PersonRow[]>`${SELECT} ORDER BY u.name, u.id`;
}

/** One of them. */
export async function findPersonRow(tx: Sql, id: string): Promise<PersonRow | undefined> {
  const [row] = await tx.$queryRaw<PersonRow[]>`${SELECT} WHERE u.id = ${id}`;
  return row;
}

/** One of them by e-mail, in lower case. */
export async function findPersonByEmail(tx: Sql, email: string): Promise<PersonRow | undefined> {
  const [row] = await tx.$queryRaw<PersonRow[]>`${SELECT} WHERE u.email = ${email}`;
  return row;
}

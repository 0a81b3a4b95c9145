import { randomUUID } from "node:crypto";
import type { Role } from "../../core/access/roles.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { isUniqueViolation } from "./unique-violation.ts";

/** A person with an account. `email`: in lower case. Without a password they choose one with an invitation. */
export type NewPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** As lib/password.ts makes it. */
  readonly passwordHash?: string;
};

/**
 * Creates the person and the password's account in better-auth's format. False: the e-mail is taken, and the
 * transaction cannot continue.
 */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const { id, name, email, passwordHash: password, role } = person;
  const accounts = password && {
    create: { id: randomUUID(), accountId: id, providerId: "credential", password },
  };
  try {
    await tx.user.create({
      data: { id, name, email, emailVerified: true, role, ...(accounts && { accounts }) },
      select: { id: true },
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** A person, with what determines their rights. `isClosed`: by the database's clock, if the closure has an end. */
export type ActorRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly isClosed: boolean;
  readonly grants: readonly string[];
};

/**
 * A token with its person. `isExpired`: by the database's clock. `isMarked`: its use was recorded in the last minute, as
 * `markTokenUsed` does.
 */
export type TokenActorRow = ActorRow & {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly scopes: readonly string[];
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  readonly isMarked: boolean;
};

/** A person, with what determines their rights; read for every request. */
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
      coalesce(t.expires_at, t.created_at + interval '1 year') <= clock_timestamp() AS "isExpired",
      coalesce(t.last_used_at >= clock_timestamp() - interval '1 minute', FALSE) AS "isMarked"
    FROM api_token t JOIN app_user u ON u.id = t.user_id WHERE t.hash = ${hash}`;
  return row;
}

/** The hash of a person's password by their e-mail, in lower case; undefined when there is no such person or no password. */
export async function findCredential(
  tx: Tx,
  email: string,
): Promise<{ readonly userId: string; readonly passwordHash: string } | undefined> {
  const account = await tx.account.findFirst({
    where: { providerId: "credential", password: { not: null }, user: { email } },
    select: { userId: true, password: true },
  });
  return account?.password ? { userId: account.userId, passwordHash: account.password } : undefined;
}

/** The address a person signs in with; undefined for Waybill itself, and once the account is closed. */
export async function findEmail(tx: Sql, userId: string): Promise<string | undefined> {
  const person = await findPersonForActor(tx, userId);
  return person?.isClosed ? undefined : person?.email;
}

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

/** Everyone who has an account, by name. */
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

/** Locks a person's row until the transaction ends, so that changes to the same person are serialised. */
export async function lockPerson(tx: Sql, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM app_user WHERE id = ${userId} FOR UPDATE`;
  return rows.length > 0;
}

/**
 * Locks all admins and then the person, always in this order, for actions that may reduce the number of admins: two
 * such actions on two admins are serialised. @returns how many other admins can sign in
 */
export async function lockAdminsAnd(tx: Sql, userId: string): Promise<number> {
  await tx.$queryRaw`SELECT id FROM app_user WHERE role = 'admin' ORDER BY id FOR UPDATE`;
  await lockPerson(tx, userId);
  const [row] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM app_user u
    WHERE u.role = 'admin' AND NOT u.banned AND u.id <> ${userId} AND EXISTS (
      SELECT FROM account a WHERE a.user_id = u.id AND a.provider_id = 'credential' AND a.password IS NOT NULL)`;
  return row.count;
}

/** Replaces a person's granted collections; grants that stay keep who gave them and when. */
export async function setGrants(
  tx: Tx,
  userId: string,
  grants: { readonly collectionIds: readonly string[]; readonly grantedBy: string },
): Promise<void> {
  const collectionIds = [...grants.collectionIds];
  await tx.grant.deleteMany({ where: { userId, collectionId: { notIn: collectionIds } } });
  await tx.grant.createMany({
    data: collectionIds.map((collectionId) => ({ userId, collectionId, grantedBy: grants.grantedBy })),
    skipDuplicates: true,
  });
}

/** The hash of a person's password by their id; undefined when they have chosen none yet. */
export async function findPasswordHash(tx: Sql, userId: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ password: string }[]>`
    SELECT password FROM account
    WHERE user_id = ${userId} AND provider_id = 'credential' AND password IS NOT NULL`;
  return row?.password;
}

/**
 * Sets the person's password, in better-auth's format. Lock the person's row first, or two calls at once could both
 * create a first password.
 */
export async function setPassword(tx: Sql, userId: string, passwordHash: string): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE account SET password = ${passwordHash}, updated_at = clock_timestamp()
    WHERE user_id = ${userId} AND provider_id = 'credential'`;
  if (changed > 0) return;
  await tx.$executeRaw`
    INSERT INTO account (id, user_id, account_id, provider_id, password, created_at, updated_at)
    VALUES (${randomUUID()}, ${userId}, ${userId}, 'credential', ${passwordHash}, clock_timestamp(), clock_timestamp())`;
}

/** Changes a person's role. Lock the admins first. */
export async function setRoleRow(tx: Sql, userId: string, role: Role): Promise<void> {
  await tx.$executeRaw`UPDATE app_user SET role = ${role}, updated_at = clock_timestamp() WHERE id = ${userId}`;
}

/** Closes an account, in better-auth's column. Lock the admins first; end sessions, tokens and link as well. */
export async function closeRow(
  tx: Sql,
  userId: string,
  { by, reason }: { readonly by: string; readonly reason: string | null },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE app_user SET banned = TRUE, ban_reason = ${reason}, ban_expires = NULL, closed_at = clock_timestamp(),
      closed_by = ${by}, updated_at = clock_timestamp()
    WHERE id = ${userId}`;
}

/** Opens a closed account again. */
export async function reopenRow(tx: Sql, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE app_user SET banned = FALSE, ban_reason = NULL, ban_expires = NULL, closed_at = NULL, closed_by = NULL,
      updated_at = clock_timestamp()
    WHERE id = ${userId}`;
}

import type { Sql } from "../../sql.ts";

/** Locks a person's row until the transaction ends, so that two changes of the same person come one after the other. */
export async function lockPerson(tx: Sql, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM app_user WHERE id = ${userId} FOR UPDATE`;
  return rows.length > 0;
}

/**
 * Locks all admins and then the person, always in this order, for an act that may leave one admin less: two of them at
 * the same time, about two admins, come one after the other. How many admins beside the person can sign in.
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

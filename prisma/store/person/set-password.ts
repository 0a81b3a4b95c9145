import { randomUUID } from "node:crypto";
import type { Sql } from "../../sql.ts";

/** The hash of a person's password by their id; undefined when they have chosen none yet. */
export async function findPasswordHash(tx: Sql, userId: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ password: string }[]>`
    SELECT password FROM account
    WHERE user_id = ${userId} AND provider_id = 'credential' AND password IS NOT NULL`;
  return row?.password;
}

/**
 * Makes this the person's password, in better-auth's shape. Lock the person's row first: two at a time would both be a
 * first one.
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

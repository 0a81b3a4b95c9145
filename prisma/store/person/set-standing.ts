import type { Role } from "../../../core/access/roles.ts";
import type { Sql } from "../../sql.ts";

/** Gives a person another role. Lock the admins first. */
export async function setRoleRow(tx: Sql, userId: string, role: Role): Promise<void> {
  await tx.$executeRaw`UPDATE app_user SET role = ${role}, updated_at = clock_timestamp() WHERE id = ${userId}`;
}

/** Closes an account, in better-auth's column. Lock the admins first; sessions, tokens and link are ended beside it. */
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

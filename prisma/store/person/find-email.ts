import type { Db } from "../../client.ts";

/** The address a person signs in with; undefined for Waybill itself. */
export async function findEmail(db: Db, userId: string): Promise<string | undefined> {
  return (await db.user.findUnique({ where: { id: userId }, select: { email: true } }))?.email;
}

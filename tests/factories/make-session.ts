import { randomUUID } from "node:crypto";
import type { Db } from "../../prisma/client.ts";

/** A session of a person, as better-auth keeps one, for another week. Its id. */
export async function makeSession(db: Db, userId: string): Promise<string> {
  const [id, token] = [randomUUID(), randomUUID()];
  const expiresAt = new Date(Date.now() + 7 * 86_400_000);
  await db.session.create({
    data: { id, userId, token, expiresAt, ipAddress: "192.0.2.1", userAgent: "Mozilla/5.0 Firefox/150.0" },
  });
  return id;
}

import type { Tx } from "../../client.ts";

const SELECT = {
  id: true,
  name: true,
  role: true,
  banned: true,
  banExpires: true,
  grants: { select: { collectionId: true } },
} as const;

/** A person with what decides what they may do, read anew for every request. */
export async function findPersonForActor(tx: Tx, userId: string) {
  return tx.user.findUnique({ where: { id: userId }, select: SELECT });
}

/** The person a token's hash belongs to, with the token's own limits. */
export async function findTokenForActor(tx: Tx, hash: string) {
  return tx.apiToken.findUnique({
    where: { hash },
    select: { id: true, expiresAt: true, revokedAt: true, lastUsedAt: true, user: { select: SELECT } },
  });
}

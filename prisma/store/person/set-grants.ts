import type { Tx } from "../../client.ts";

/** Makes the given collections the only ones a person is granted; grants that stay keep who gave them and when. */
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

import type { Tx } from "../../client.ts";

/** One file of one version of an object, with where its bytes lie. */
export async function findObjectFile(
  tx: Tx,
  place: { readonly objectId: string; readonly version: number; readonly ordinal: number },
) {
  return tx.objectFile.findFirst({
    where: { ordinal: place.ordinal, version: { objectId: place.objectId, version: place.version } },
    select: {
      path: true,
      size: true,
      sha256: true,
      mediaType: true,
      contentPath: true,
      version: { select: { object: { select: { storage: true, root: true, collectionId: true } } } },
    },
  });
}

import type { Tx } from "../../client.ts";

const SELECT = { ordinal: true, path: true, size: true, sha256: true, mediaType: true } as const;

/** Files of one version of an object after place `after`, one more than `limit`. */
export async function listObjectFiles(
  tx: Tx,
  page: {
    readonly objectId: string;
    readonly version: number;
    readonly after: number;
    readonly limit: number;
  },
) {
  const { objectId, version, after, limit } = page;
  const found = await tx.objectVersion.findUnique({
    where: { objectId_version: { objectId, version } },
    select: {
      files: {
        where: { ordinal: { gt: after } },
        orderBy: { ordinal: "asc" },
        take: limit + 1,
        select: SELECT,
      },
    },
  });
  return found?.files;
}

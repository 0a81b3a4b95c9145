import { randomUUID } from "node:crypto";
import type { Db } from "../../prisma/client.ts";
import type { MadeCollection } from "./make-collection.ts";

const SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/** A stored object of one version with the given files of 3 bytes, `abc`. */
export async function makeObject(
  db: Db,
  collection: MadeCollection,
  given: {
    readonly jobId?: string;
    readonly batchId?: string;
    readonly ark?: string;
    readonly title?: string;
    readonly localIds?: readonly string[];
    readonly files?: readonly string[];
    readonly root?: string;
    readonly updatedAt?: Date;
  } = {},
): Promise<string> {
  const id = randomUUID();
  const owner = `ark:/99999/owner-${collection.slug}`;
  const files = given.files ?? ["producer/map.tif"];
  await db.storedObject.create({
    data: {
      id,
      ark: given.ark ?? `ark:/99999/fk4${id.slice(0, 8)}`,
      owner,
      collectionId: collection.id,
      version: 1,
      what: given.title ?? "A map",
      root: given.root ?? `root/${id}`,
      ...(given.updatedAt && { updatedAt: given.updatedAt }),
      localIds: { create: (given.localIds ?? []).map((localId) => ({ owner, localId })) },
      versions: {
        create: {
          id: randomUUID(),
          version: 1,
          jobId: given.jobId ?? `jid-${randomUUID()}`,
          batchId: given.batchId ?? `bid-${randomUUID()}`,
          fileCount: files.length,
          filesAdded: files.length,
          sizeBytes: BigInt(3 * files.length),
          inventorySha256: SHA256_OF_ABC,
          submitter: "Ada Depositor",
          files: {
            create: files.map((path, index) => ({
              ordinal: index + 1,
              path,
              size: 3n,
              sha256: SHA256_OF_ABC,
              contentPath: `v1/content/${path}`,
            })),
          },
        },
      },
    },
  });
  return id;
}

import type { Tx } from "../../client.ts";

/** Does the inventory have this version of the object? */
export async function hasVersion(tx: Tx, objectId: string, version: number): Promise<boolean> {
  return (await tx.objectVersion.count({ where: { objectId, version } })) > 0;
}

import type { Sql } from "../../sql.ts";

/** Gives a collection another name. Its slug stays. */
export async function renameCollection(tx: Sql, collectionId: string, name: string): Promise<void> {
  await tx.$executeRaw`UPDATE collection SET name = ${name} WHERE id = ${collectionId}`;
}

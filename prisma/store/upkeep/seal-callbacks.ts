import type { Sql } from "../../sql.ts";

/** A version of a profile whose callback's address may hold credentials in the clear, as all had before they were sealed. */
export type ClearCallback = {
  readonly id: string;
  readonly collectionId: string;
  readonly settings: unknown;
};

/** The first of them after `afterId`, by id. */
export async function listClearCallbacks(tx: Sql, afterId: string, limit: number): Promise<ClearCallback[]> {
  return tx.$queryRaw<ClearCallback[]>`
    SELECT id, collection_id AS "collectionId", settings FROM profile_version
    WHERE callback_sealed IS NULL AND settings ->> 'callbackUrl' IS NOT NULL AND id > ${afterId}
    ORDER BY id LIMIT ${limit}`;
}

/** Puts the sealed address in the place of the clear one, unless somebody else has. @returns whether it did */
export async function sealClearCallback(
  tx: Sql,
  {
    id,
    callbackUrl,
    callbackSealed,
  }: { readonly id: string; readonly callbackUrl: string | null; readonly callbackSealed: string },
): Promise<boolean> {
  const sealed = await tx.$executeRaw`
    UPDATE profile_version SET callback_sealed = ${callbackSealed},
      settings = settings || jsonb_build_object('callbackUrl', ${callbackUrl}::text)
    WHERE id = ${id} AND callback_sealed IS NULL`;
  return sealed === 1;
}

import type { MintedRecord } from "../../../core/identifier/ark-standing.ts";
import type { Sql } from "../../sql.ts";
import { OBJECT_COLUMNS, type ObjectListRow } from "./list-rows.ts";

/** A stored object as its own page shows it. `root`: its folder below the root of `storage`. `minted`: how its ARK was, null when it was not. */
export type ObjectViewRow = ObjectListRow & {
  readonly collectionId: string;
  readonly owner: string;
  readonly storage: string;
  readonly root: string | null;
  readonly minted: MintedRecord | null;
  readonly embargoUntil: Date | null;
};

/** An object with at least one stored version. */
export async function findObjectView(tx: Sql, objectId: string): Promise<ObjectViewRow | undefined> {
  const [row] = await tx.$queryRaw<ObjectViewRow[]>`
    SELECT ${OBJECT_COLUMNS}, stored_object.collection_id AS "collectionId", stored_object.owner, stored_object.storage,
      stored_object.root, stored_object.embargo_until AS "embargoUntil",
      (SELECT jsonb_build_object('minter', minter, 'status', status) FROM minted_ark WHERE ark = stored_object.ark) AS minted
    FROM stored_object JOIN collection ON collection.id = stored_object.collection_id
    WHERE stored_object.id = ${objectId} AND stored_object.version > 0`;
  return row;
}

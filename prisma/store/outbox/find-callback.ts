import type { KeptProfile } from "../../../core/callback/target.ts";
import type { Sql } from "../../sql.ts";

/**
 * A callback as it is about to be tried. `payload`: core/contracts/callback.ts, not yet checked. `pinned` and `present`:
 * the settings the batch was accepted under, and the collection's newest. `elapsedMs`: since the first try of this round
 * by the database's clock, 0 before it. `sealed`: the collection's keys in use, oldest first.
 */
export type CallbackRow = {
  readonly status: string;
  readonly fence: bigint;
  readonly payload: unknown;
  readonly collectionId: string;
  readonly pinned: KeptProfile;
  readonly present: KeptProfile;
  readonly elapsedMs: number;
  readonly sealed: readonly string[];
};

export async function findCallback(tx: Sql, id: string): Promise<CallbackRow | undefined> {
  const [row] = await tx.$queryRaw<CallbackRow[]>`
    SELECT outbox.status, outbox.fence, outbox.payload, batch.collection_id AS "collectionId",
      jsonb_build_object('settings', pinned.settings, 'callbackSealed', pinned.callback_sealed) AS pinned,
      (SELECT jsonb_build_object('settings', settings, 'callbackSealed', callback_sealed) FROM profile_version
        WHERE collection_id = batch.collection_id ORDER BY version DESC LIMIT 1) AS present,
      COALESCE(extract(epoch FROM clock_timestamp() - (outbox.payload ->> 'firstTryAt')::timestamptz) * 1000, 0)::float8 AS "elapsedMs",
      ARRAY(
        SELECT sealed FROM callback_secret
        WHERE collection_id = batch.collection_id AND (retires_at IS NULL OR retires_at > clock_timestamp())
        ORDER BY created_at, id
      ) AS sealed
    FROM outbox
    JOIN batch ON batch.id = outbox.batch_id
    JOIN profile_version AS pinned ON pinned.id = batch.profile_version_id
    WHERE outbox.id = ${id} AND outbox.kind = 'callback'`;
  return row;
}

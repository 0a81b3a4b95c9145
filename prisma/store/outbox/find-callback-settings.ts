import type { KeptProfile } from "../../../core/callback/target.ts";
import type { Sql } from "../../sql.ts";

/** The profile settings a callback's address comes from: its batch's, and its collection's newest. */
export type CallbackSettings = {
  readonly pinned: KeptProfile;
  readonly present: KeptProfile;
  /** As in core/contracts/callback.ts. */
  readonly address: string;
  readonly isSigned: boolean;
};

export async function findCallbackSettings(tx: Sql, id: string): Promise<CallbackSettings | undefined> {
  const [row] = await tx.$queryRaw<CallbackSettings[]>`
    SELECT jsonb_build_object('settings', pinned.settings, 'callbackSealed', pinned.callback_sealed) AS pinned, outbox.payload ->> 'address' AS address,
      (SELECT jsonb_build_object('settings', settings, 'callbackSealed', callback_sealed) FROM profile_version
        WHERE collection_id = batch.collection_id ORDER BY version DESC LIMIT 1) AS present,
      EXISTS (
        SELECT FROM callback_secret
        WHERE collection_id = batch.collection_id AND (retires_at IS NULL OR retires_at > clock_timestamp())
      ) AS "isSigned"
    FROM outbox
    JOIN batch ON batch.id = outbox.batch_id
    JOIN profile_version AS pinned ON pinned.id = batch.profile_version_id
    WHERE outbox.id = ${id} AND outbox.kind = 'callback'`;
  return row;
}

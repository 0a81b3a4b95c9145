import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { Sql } from "../../sql.ts";

/** A deposit that has been received and checked. Sizes in bytes; `payloadPath` is relative to the working storage. */
export type NewBatch = {
  readonly id: string;
  readonly collectionId: string;
  readonly profileVersionId: string;
  readonly laneId: string;
  readonly submitterId: string;
  readonly submitter: string;
  /** Who handed it in: the submitter, or somebody in their name. */
  readonly actor: string;
  readonly userAgent: string | null;
  readonly kind: PayloadKind;
  readonly responseForm: "json" | "xml";
  readonly update: boolean;
  readonly deposit: object;
  readonly payloadFilename: string;
  readonly payloadPath: string;
  readonly payloadSize: number;
  readonly payloadSha256: string;
  readonly digestType: string | null;
  readonly digestValue: string | null;
};

/**
 * Accepts a batch: gives it its place in the lane while the lane's row is locked, so that commit order and lane_seq
 * agree, makes the lane due, and writes its first event. One statement.
 */
export async function insertBatch(tx: Sql, batch: NewBatch): Promise<void> {
  await tx.$executeRaw`
    WITH place AS (
      UPDATE lane SET next_seq = next_seq + 1, touched = touched + 1,
        due_at = LEAST(COALESCE(due_at, clock_timestamp()), clock_timestamp())
      WHERE id = ${batch.laneId} RETURNING next_seq - 1 AS seq
    ), born AS (
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter_id, submitter, user_agent,
        kind, response_form, update, deposit, payload_filename, payload_path, payload_size, payload_sha256,
        digest_type, digest_value, created_at, state_at)
      SELECT ${batch.id}, ${batch.collectionId}, ${batch.profileVersionId}, ${batch.laneId}, seq,
        ${batch.submitterId}, ${batch.submitter}, ${batch.userAgent}, ${batch.kind}::payload_kind,
        ${batch.responseForm}::response_form, ${batch.update}, ${JSON.stringify(batch.deposit)}::jsonb,
        ${batch.payloadFilename}, ${batch.payloadPath}, ${batch.payloadSize}, ${batch.payloadSha256},
        ${batch.digestType}, ${batch.digestValue}, clock_timestamp(), clock_timestamp()
      FROM place
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, "to", actor)
    SELECT 'batch.accepted', id, 'Pending', ${batch.actor} FROM born`;
}

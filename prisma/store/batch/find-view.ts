import type { SubmissionStatus } from "../../../core/batch/states.ts";
import type { Sql } from "../../sql.ts";
import type { BatchListRow } from "./list-rows.ts";

/** A batch as its own page shows it, with its collection's hold and its lane. Sizes in bytes. */
export type BatchViewRow = BatchListRow & {
  readonly collectionId: string;
  readonly collectionName: string;
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly heldReason: string | null;
  readonly laneId: string;
  readonly lane: string;
  readonly laneSeq: bigint;
  readonly submissionStatus: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly payloadSize: bigint;
  readonly payloadSha256: string;
  readonly profileVersion: number;
  readonly waitReason: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly problems: unknown;
  readonly expandedAt: Date | null;
};

export async function findBatchView(tx: Sql, batchId: string): Promise<BatchViewRow | undefined> {
  const [row] = await tx.$queryRaw<BatchViewRow[]>`
    SELECT batch.id, collection.slug AS collection, batch.state, batch.state_at AS "stateAt",
      batch.created_at AS "createdAt", batch.ended_at AS "endedAt", batch.submitter, batch.kind,
      batch.deposit ->> 'title' AS title, batch.payload_filename AS filename,
      batch.collection_id AS "collectionId", collection.name AS "collectionName", collection.held_at AS "heldAt",
      collection.held_by AS "heldBy", collection.held_reason AS "heldReason", batch.lane_id AS "laneId",
      lane.service_id AS lane, batch.lane_seq AS "laneSeq", batch.submission_status AS "submissionStatus",
      batch.unresolved,
      batch.payload_size AS "payloadSize", batch.payload_sha256 AS "payloadSha256",
      profile.version AS "profileVersion", batch.wait_reason AS "waitReason", batch.error_code AS "errorCode",
      batch.error_message AS "errorMessage", batch.problems, batch.expanded_at AS "expandedAt"
    FROM batch
    JOIN collection ON collection.id = batch.collection_id
    JOIN lane ON lane.id = batch.lane_id
    JOIN profile_version AS profile ON profile.id = batch.profile_version_id
    WHERE batch.id = ${batchId}`;
  return row;
}

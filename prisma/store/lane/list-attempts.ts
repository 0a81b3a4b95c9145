import type { Sql } from "../../sql.ts";
import { LOCKING, UNTOUCHED } from "./rule-sql.ts";

/** One try, as it is kept. */
export type AttemptRow = {
  readonly id: bigint;
  readonly batchId: string;
  readonly collectionId: string;
  readonly fence: bigint;
  readonly instance: string;
  readonly begunAt: Date;
  readonly deadlineAt: Date;
  readonly settlesAt: Date;
  readonly answeredAt: Date | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly ledgerCode: string | null;
  readonly message: string | null;
  readonly lateAnswer: unknown;
};

/**
 * The newest attempts of a lane, newest first: of what is open, of the first that waits, and of the last 100 places
 * before it. Goes by batch, so that a lane of millions of attempts reads few.
 */
export async function listLaneAttempts(
  tx: Sql,
  { laneId, most }: { readonly laneId: string; readonly most: number },
): Promise<AttemptRow[]> {
  return tx.$queryRaw<AttemptRow[]>`
    WITH first AS (
      SELECT min(lane_seq) AS seq FROM batch WHERE lane_id = ${laneId} AND ${UNTOUCHED}
    ), recent AS (
      (SELECT id, collection_id FROM batch WHERE lane_id = ${laneId} AND ${LOCKING} ORDER BY lane_seq LIMIT ${most})
      UNION
      (SELECT id, collection_id FROM batch
        WHERE lane_id = ${laneId} AND lane_seq <= COALESCE((SELECT seq FROM first), 9223372036854775807)
        ORDER BY lane_seq DESC LIMIT 100)
    )
    SELECT attempt.id, attempt.batch_id AS "batchId", recent.collection_id AS "collectionId", attempt.fence, attempt.instance,
      attempt.begun_at AS "begunAt", attempt.deadline_at AS "deadlineAt", attempt.settles_at AS "settlesAt",
      attempt.answered_at AS "answeredAt", attempt.outcome, attempt.http_status AS "httpStatus",
      attempt.ledger_code AS "ledgerCode", attempt.message, attempt.late_answer AS "lateAnswer"
    FROM recent CROSS JOIN LATERAL (
      SELECT * FROM attempt WHERE attempt.batch_id = recent.id ORDER BY attempt.id DESC LIMIT ${most}) AS attempt
    ORDER BY attempt.id DESC LIMIT ${most}`;
}

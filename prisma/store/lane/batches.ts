import type { BatchState, SubmissionStatus } from "../../../core/batch/states.ts";
import type { InvalidTransaction } from "../../../core/ledger/ports.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { EFFECT_UNTIL } from "../attempt/begin.ts";
import { holdJson, type KeptHold } from "../hold/hold.ts";
import { type Reach, within } from "../within.ts";
import { hasPosition, LOCKING, UNTOUCHED } from "./rule.ts";

/** A batch as its lane's page shows it. */
export type LaneBatchRow = {
  readonly id: string;
  readonly laneId: string;
  readonly collectionId: string;
  readonly laneSeq: bigint;
  readonly title: string | null;
  readonly filename: string;
  readonly createdAt: Date;
  readonly state: BatchState;
  readonly stateAt: Date;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly tries: number;
  readonly retryAt: Date | null;
  readonly delayedUntil: Date | null;
  readonly acceptedAt: Date | null;
  readonly validSince: Date | null;
  readonly nextCheckAt: Date | null;
  readonly unknownSince: Date | null;
  readonly unknownCount: number;
  /** How often the ledger took it and later no longer knew it, and when last. */
  readonly forgottenCount: number;
  readonly forgottenAt: Date | null;
  readonly message: string | null;
  readonly waitReason: string | null;
  /** Since when it has stood still, waiting for a person. */
  readonly stoppedAt: Date | null;
  /** The hold on the batch itself, else that on its collection. */
  readonly hold: KeptHold;
  readonly isOwnHold: boolean;
  readonly expandedAt: Date | null;
  readonly ledgerId: string | null;
  readonly begunAt: Date | null;
  readonly deadlineAt: Date | null;
  readonly settlesAt: Date | null;
  /** It has its position in the order of everything. */
  readonly hasPosition: boolean;
  /** Until when a call may still take effect: one under way, or one whose answer leaves that open. */
  readonly effectUntil: Date | null;
  /** The outcome of at least one call for it was never learned. */
  readonly wasLost: boolean;
  /** The database's clock. */
  readonly now: Date;
};

/**
 * Parts of a lane: batches that lock it, batches that wait, and the last ones before the first of these, newest first.
 */
export type LanePart = "open" | "waiting" | "done";

const FIRST_LEFT = Prisma.sql`LEAST(
  (SELECT min(lane_seq) FROM batch WHERE batch.lane_id = lane.id AND ${LOCKING}),
  (SELECT min(lane_seq) FROM batch WHERE batch.lane_id = lane.id AND ${UNTOUCHED}))`;

const PARTS = {
  open: { which: LOCKING, order: Prisma.sql`lane_seq` },
  waiting: { which: UNTOUCHED, order: Prisma.sql`lane_seq` },
  done: {
    which: Prisma.sql`lane_seq < COALESCE(${FIRST_LEFT}, lane.next_seq)`,
    order: Prisma.sql`lane_seq DESC`,
  },
} as const satisfies Record<LanePart, { readonly which: Prisma.Sql; readonly order: Prisma.Sql }>;

/** The columns of a LaneBatchRow, of a statement that reads `batch` with LANE_BATCH_CALL. */
export const LANE_BATCH_COLUMNS = Prisma.sql`
  batch.id, batch.lane_id AS "laneId", batch.collection_id AS "collectionId", batch.lane_seq AS "laneSeq", batch.deposit ->> 'title' AS title,
  batch.payload_filename AS filename, batch.created_at AS "createdAt", batch.state, batch.state_at AS "stateAt",
  batch.submitted, batch.submission_status AS status, batch.unresolved, batch.tries, batch.retry_at AS "retryAt",
  batch.delayed_until AS "delayedUntil", batch.accepted_at AS "acceptedAt", batch.valid_since AS "validSince", batch.next_check_at AS "nextCheckAt",
  batch.unknown_since AS "unknownSince", batch.unknown_count AS "unknownCount",
  batch.forgotten_count AS "forgottenCount", batch.forgotten_at AS "forgottenAt", batch.ledger_message AS message,
  batch.wait_reason AS "waitReason", batch.stopped_at AS "stoppedAt",
  batch.expanded_at AS "expandedAt",
  batch.held_at IS NOT NULL AS "isOwnHold", COALESCE(${holdJson(Prisma.sql`batch`)},
    (SELECT ${holdJson(Prisma.sql`collection`)} FROM collection WHERE collection.id = batch.collection_id)) AS hold,
  (SELECT ledger_id FROM ledger_batch WHERE batch_id = batch.id) AS "ledgerId",
  call.begun_at AS "begunAt", call.deadline_at AS "deadlineAt", call.settles_at AS "settlesAt",
  ${EFFECT_UNTIL} AS "effectUntil", ${hasPosition(Prisma.sql`batch.id`)} AS "hasPosition",
  EXISTS (SELECT FROM attempt WHERE attempt.batch_id = batch.id AND outcome IN ('ambiguous', 'lost')) AS "wasLost", clock_timestamp() AS now`;

/** The newest call for a batch without a recorded answer. */
export const LANE_BATCH_CALL = Prisma.sql`LEFT JOIN LATERAL (
  SELECT begun_at, deadline_at, settles_at FROM attempt
  WHERE attempt.lane_id = batch.lane_id AND attempt.batch_id = batch.id AND answered_at IS NULL
  ORDER BY attempt.id DESC LIMIT 1) AS call ON true`;

/** A part of a lane's batches. */
export async function listLaneBatches(
  tx: Sql,
  { laneId, part, most }: { readonly laneId: string; readonly part: LanePart; readonly most: number },
): Promise<LaneBatchRow[]> {
  const { which, order } = PARTS[part];
  return tx.$queryRaw<LaneBatchRow[]>`
    SELECT ${LANE_BATCH_COLUMNS} FROM lane
    CROSS JOIN LATERAL (
      SELECT * FROM batch WHERE batch.lane_id = lane.id AND ${which} ORDER BY ${order} LIMIT ${most}) AS batch
    ${LANE_BATCH_CALL}
    WHERE lane.id = ${laneId} ORDER BY ${order}`;
}

/** Batches by their ids, in no particular order. At most 200. */
export async function listLaneBatchesById(tx: Sql, ids: readonly string[]): Promise<LaneBatchRow[]> {
  if (ids.length === 0) return [];
  return tx.$queryRaw<LaneBatchRow[]>`
    SELECT ${LANE_BATCH_COLUMNS} FROM batch ${LANE_BATCH_CALL} WHERE batch.id = ANY(${[...ids]}::text[])`;
}

/** The standing of a ledger batch; `message`: the ledger's last message. */
export type LedgerStatusRow = {
  readonly ledgerId: string;
  readonly status: SubmissionStatus | null;
  readonly message: string | null;
  /** The transactions the ledger found invalid; null when it has not said. */
  readonly invalid: readonly InvalidTransaction[] | null;
  readonly transactionIds: readonly string[];
};

/** The standings of a lane's batches, by their ledger ids; those outside the lane or the reach are left out. */
export async function listLedgerStatuses(
  tx: Sql,
  laneId: string,
  ledgerIds: readonly string[],
  reach: Reach,
): Promise<LedgerStatusRow[]> {
  return tx.$queryRaw<LedgerStatusRow[]>`
    SELECT ledger_batch.ledger_id AS "ledgerId", batch.submission_status AS status, batch.ledger_message AS message, batch.ledger_invalid AS invalid,
      ledger_batch.transaction_ids AS "transactionIds"
    FROM ledger_batch JOIN batch ON batch.id = ledger_batch.batch_id
    WHERE ledger_batch.lane_id = ${laneId} AND ledger_batch.ledger_id = ANY(${[...ledgerIds]}::text[])
      AND ${within(Prisma.sql`batch.collection_id`, reach)}`;
}

import type { How } from "../../../core/lane/head.ts";
import type { OpenBatch } from "../../../core/lane/submission.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { EFFECT_UNTIL } from "../attempt/effect-sql.ts";
import { GOING, LOCKING, QUEUED } from "./rule-sql.ts";

/** A lane as the worker that holds its claim needs it. `now`: the database's clock. */
export type LaneTurn = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: "repository" | "sawtooth" | "scabbard";
  readonly ordering: "serial" | "unordered";
  readonly ledger: string | null;
  readonly settings: unknown;
  readonly maySend: boolean;
  readonly touched: bigint;
  /** Since when its ledger does not answer. */
  readonly silentSince: Date | null;
  readonly now: Date;
  readonly open: readonly TurnBatch[];
  readonly queued: readonly { readonly batchId: string; readonly how: How }[];
};

export type TurnBatch = OpenBatch & { readonly profileVersionId: string };

/** Most open batches looked at; a serial lane has one, an unordered one its width. */
const MOST_OPEN = 500;

type Row = Omit<LaneTurn, "open"> & { readonly open: readonly OpenRow[] };
type OpenRow = Omit<TurnBatch, "laneSeq" | Times | "openAttempt"> & {
  readonly laneSeq: string;
  readonly openAttempt: { readonly id: string; readonly deadlineAt: string } | null;
} & Readonly<Record<Times, string | null>>;
type Times =
  | "delayedUntil"
  | "retryAt"
  | "acceptedAt"
  | "validSince"
  | "nextCheckAt"
  | "unknownSince"
  | "effectUntil";

const OPEN_FIELDS = Prisma.sql`
  'id', batch.id, 'laneSeq', batch.lane_seq::text, 'state', batch.state, 'submitted', batch.submitted,
  'status', batch.submission_status, 'unresolved', batch.unresolved, 'delayedUntil', batch.delayed_until,
  'tries', batch.tries, 'retryAt', batch.retry_at, 'acceptedAt', batch.accepted_at, 'validSince', batch.valid_since,
  'nextCheckAt', batch.next_check_at,
  'checks', batch.checks, 'unknownSince', batch.unknown_since, 'unknownCount', batch.unknown_count,
  'forgottenCount', batch.forgotten_count,
  'profileVersionId', batch.profile_version_id, 'ledgerId', (SELECT ledger_id FROM ledger_batch WHERE batch_id = batch.id),
  'openAttempt', (SELECT jsonb_build_object('id', attempt.id::text, 'deadlineAt', attempt.deadline_at)
    FROM attempt WHERE attempt.lane_id = lane.id AND attempt.batch_id = batch.id AND answered_at IS NULL
    ORDER BY attempt.id DESC LIMIT 1),
  'effectUntil', ${EFFECT_UNTIL}`;

/** Loads a lane, what locks it, and what the queuer's rule allows, as of one moment. */
export async function loadTurn(tx: Sql, laneId: string): Promise<LaneTurn | undefined> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT lane.id, lane.service_id AS "serviceId", lane.backend, lane.ordering, lane.ledger, lane.settings, lane.touched,
      lane.silent_since AS "silentSince",
      (${GOING}) AS "maySend", clock_timestamp() AS now,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object(${OPEN_FIELDS}) ORDER BY batch.lane_seq)
        FROM (SELECT * FROM batch WHERE batch.lane_id = lane.id AND ${LOCKING} ORDER BY lane_seq LIMIT ${MOST_OPEN}) AS batch
      ), '[]') AS open,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('batchId', queued.batch_id, 'how', queued.how) ORDER BY queued.lane_seq)
        FROM ${QUEUED} AS queued WHERE ${GOING}
      ), '[]') AS queued
    FROM lane WHERE lane.id = ${laneId}`;
  return row && { ...row, open: row.open.map(readOpen) };
}

function readOpen(row: OpenRow): TurnBatch {
  const at = (text: string | null) => (text === null ? null : new Date(text));
  const { openAttempt } = row;
  return {
    ...row,
    laneSeq: BigInt(row.laneSeq),
    delayedUntil: at(row.delayedUntil),
    retryAt: at(row.retryAt),
    acceptedAt: at(row.acceptedAt),
    validSince: at(row.validSince),
    nextCheckAt: at(row.nextCheckAt),
    unknownSince: at(row.unknownSince),
    effectUntil: at(row.effectUntil),
    openAttempt: openAttempt && { id: openAttempt.id, deadlineAt: new Date(openAttempt.deadlineAt) },
  };
}

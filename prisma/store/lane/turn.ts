import type { LaneBackend } from "../../../core/lane/backends.ts";
import type { How } from "../../../core/lane/head.ts";
import type { LaneOrdering } from "../../../core/lane/orderings.ts";
import type { OpenBatch } from "../../../core/lane/submission.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { EFFECT_UNTIL } from "../attempt/begin.ts";
import { inOrder, type Locked, skipping } from "../attempt/claims.ts";
import { freeOf } from "../lease.ts";
import { STATUS_IS } from "../states-sql.ts";
import { GOING, IN_FLIGHT, LOCKING, MAY_MOVE, QUEUED, STARTS_POSITIONED } from "./rule.ts";

/** A lane, with what the worker that holds its claim needs. `now`: the database's clock. */
export type LaneTurn = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly ledger: string | null;
  readonly settings: unknown;
  readonly maySend: boolean;
  readonly touched: bigint;
  /** Since when its ledger has not answered. */
  readonly silentSince: Date | null;
  readonly now: Date;
  readonly open: readonly TurnBatch[];
  readonly queued: readonly { readonly batchId: string; readonly how: How }[];
};

export type TurnBatch = OpenBatch & { readonly profileVersionId: string };

/** The most open batches read; a serial lane has one, an unordered one up to its width. */
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

/** Loads a lane, the batches that lock it, and those the queuer allows, in one snapshot. */
export async function loadTurn(tx: Sql, laneId: string): Promise<LaneTurn | undefined> {
  const [turn] = await loadTurns(tx, [laneId]);
  return turn;
}

/** The same for several lanes. @returns each in its place, undefined for one that does not exist */
export async function loadTurns(
  tx: Sql,
  laneIds: readonly string[],
): Promise<readonly (LaneTurn | undefined)[]> {
  const rows = await tx.$queryRaw<Row[]>`
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
    FROM lane WHERE lane.id = ANY(${[...laneIds]}::text[])`;
  const byId = new Map(rows.map((row) => [row.id, { ...row, open: row.open.map(readOpen) }]));
  return laneIds.map((id) => byId.get(id));
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

/** Makes a lane due at once, so that it is worked even if a turn is just ending. */
export async function wakeLane(tx: Sql, laneId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE lane SET touched = touched + 1, due_at = clock_timestamp() WHERE id = ${laneId}`;
}

/**
 * The same for several. Those that others have locked are left out: whoever asks does not wait for them.
 * @returns the lanes that are due now, or that are gone
 */
export async function wakeLanes(tx: Sql, laneIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH asked AS (
      SELECT id FROM unnest(${[...laneIds]}::text[]) AS id
    ), woken AS (
      UPDATE lane SET touched = touched + 1, due_at = clock_timestamp()
      WHERE id IN (SELECT id FROM lane WHERE id IN (SELECT id FROM asked) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id
    )
    SELECT id FROM woken
    UNION ALL SELECT id FROM asked WHERE NOT EXISTS (SELECT FROM lane WHERE lane.id = asked.id)`;
  return rows.map(({ id }) => id);
}

/**
 * Makes lanes due that can move but were not woken; also those that begin a batch only once it has its position and wait for
 * something else, such as the next poll: the waking after the position may have been lost. Reads every lane, so it runs rarely;
 * locked lanes wait for the next run. @returns how many
 */
export async function wakeForgottenLanes(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE lane SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM lane
      WHERE (due_at IS NULL OR (due_at > clock_timestamp() AND ${STARTS_POSITIONED}))
        AND lease_until IS NULL AND ${GOING} AND ${MAY_MOVE}
        AND EXISTS (SELECT FROM ${QUEUED} AS queued WHERE due_at IS NULL OR how = 'new')
      FOR NO KEY UPDATE OF lane SKIP LOCKED)`;
}

/** Schedules an immediate poll of the batches a ledger may have from a lane, or of one of them. @returns the batches */
export async function askNow(tx: Sql, laneId: string, batchId: string | undefined): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE batch SET next_check_at = clock_timestamp()
    WHERE lane_id = ${laneId} AND submission_status IN ${STATUS_IS.asked} AND state <> 'Deleted'
      AND (${batchId ?? null}::text IS NULL OR id = ${batchId ?? null})
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/** A claim to give back. `dueAt`: when the lane must be worked again; null: only when something happens. */
export type Left = {
  readonly laneId: string;
  readonly fence: bigint;
  readonly touched: bigint;
  readonly dueAt: Date | null;
};

/**
 * Gives claims on lanes back. If a lane has changed since `touched` was read, it is due at once. Once nothing is in
 * flight, its ledger no longer counts as silent. Lost claims change nothing. `locked`: what lanes do that others have
 * locked. @returns for each in its place whether it was given back
 */
export async function releaseClaims(
  tx: Sql,
  all: readonly Left[],
  locked: Locked = "leaves_out",
): Promise<readonly boolean[]> {
  const asked = inOrder(all);
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH claim AS MATERIALIZED (
      SELECT lane.id, asked.touched, asked.due_at
      FROM (
        SELECT * FROM unnest(${asked.map(({ laneId }) => laneId)}::text[], ${asked.map(({ fence }) => fence)}::bigint[],
          ${asked.map(({ touched }) => touched)}::bigint[], ${asked.map(({ dueAt }) => dueAt)}::timestamptz[])
        LIMIT ${asked.length}
      ) AS asked (lane_id, fence, touched, due_at)
      CROSS JOIN LATERAL (
        SELECT id FROM lane WHERE lane.id = asked.lane_id AND lane.fence = asked.fence AND lease_owner IS NOT NULL
        FOR NO KEY UPDATE ${skipping(locked)}
      ) AS lane
    )
    UPDATE lane SET lease_owner = NULL, lease_until = NULL, lease_last = NULL, kills = 0,
      silent_since = CASE WHEN silent_since IS NULL THEN NULL
        WHEN EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${IN_FLIGHT}) THEN silent_since END,
      due_at = (SELECT CASE WHEN lane.touched <> claim.touched THEN clock_timestamp() ELSE claim.due_at END
        FROM claim WHERE claim.id = lane.id)
    WHERE id = ANY(ARRAY(SELECT id FROM claim))
    RETURNING id`;
  const given = new Set(rows.map(({ id }) => id));
  return all.map(({ laneId }) => given.has(laneId));
}

/** The same for one; waits for a locked lane. */
export async function releaseClaim(tx: Sql, claim: Left): Promise<void> {
  await releaseClaims(tx, [claim], "waits");
}

/**
 * Voids claims of dead workers and makes their lanes due. Raises `breaks`, so that the next wake-up gets a new id and
 * is not swallowed by the one the dead worker left active. Locked lanes wait for the next run. @returns how many
 */
export async function voidDeadClaims(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE lane SET lease_owner = NULL, lease_until = NULL, lease_last = NULL, kills = kills + 1, breaks = breaks + 1,
      due_at = clock_timestamp()
    WHERE id IN (SELECT id FROM lane WHERE ${IS_DEAD} FOR NO KEY UPDATE SKIP LOCKED)`;
}

/** Whether voidDeadClaims has anything to do: what is asked every second writes nothing. */
export async function hasDeadClaims(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isAny: boolean }[]>`
    SELECT EXISTS (SELECT FROM lane WHERE ${IS_DEAD}) AS "isAny"`;
  return row?.isAny === true;
}

/** Of a row of `lane`: a claim that its worker no longer renews. */
const IS_DEAD = Prisma.sql`lease_until < clock_timestamp() AND ${freeOf("lane")}`;

/**
 * Closes a batch's attempts that have no recorded answer and whose calls are over, since a person has decided instead.
 * An answer recorded afterwards is kept as a late one.
 */
export async function endCalls(tx: Sql, batchId: string, message: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt SET answered_at = clock_timestamp(), outcome = 'lost', message = ${message}
    WHERE batch_id = ${batchId} AND answered_at IS NULL AND deadline_at <= clock_timestamp()`;
}

/**
 * Records that a lane's ledger does not answer (from now on, unless already recorded), or that it does. Requires the
 * lane's claim; without it nothing is written.
 */
export async function setLaneSilence(
  tx: Sql,
  {
    laneId,
    fence,
    isSilent,
  }: { readonly laneId: string; readonly fence: bigint; readonly isSilent: boolean },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE lane SET silent_since = CASE WHEN ${isSilent} THEN COALESCE(silent_since, clock_timestamp()) END
    WHERE id = ${laneId} AND fence = ${fence}`;
}

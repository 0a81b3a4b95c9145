import type { CheckKind } from "../../../core/check/kinds.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/**
 * A new run. `isDeep`: all stored bytes are read. `holderMs`: set when the caller runs it itself and holds it for this
 * long.
 */
export type NewRun = {
  readonly id: string;
  readonly requestedBy: string;
  readonly isDeep: boolean;
  readonly holderMs?: number;
};

/** Creates a run: due for a worker, or held by the caller from the start. */
export async function insertRun(tx: Sql, { id, requestedBy, isDeep, holderMs }: NewRun): Promise<void> {
  const held = holderMs !== undefined;
  await tx.$executeRaw`
    INSERT INTO check_run (id, requested_by, created_at, looked, due_at, lease_owner, lease_until)
    VALUES (${id}, ${requestedBy}, clock_timestamp(), ${JSON.stringify({ deep: isDeep })}::jsonb,
      CASE WHEN ${!held} THEN clock_timestamp() END, CASE WHEN ${held} THEN ${requestedBy} END,
      CASE WHEN ${held} THEN clock_timestamp() + ${holderMs ?? 0}::float8 * interval '1 millisecond' END)`;
}

/**
 * Begins a run. If an earlier worker died over it, it starts over and the earlier findings are dropped. False: the
 * lease is lost.
 */
export async function beginRun(tx: Sql, runId: string, fence: bigint): Promise<boolean> {
  const begun = await tx.$executeRaw`
    WITH begun AS (
      UPDATE check_run SET started_at = clock_timestamp() WHERE id = ${runId} AND fence = ${fence} RETURNING id
    ), forgotten AS (
      DELETE FROM check_finding USING begun WHERE check_finding.run_id = begun.id
    )
    SELECT FROM begun`;
  return begun > 0;
}

/** A run as its worker needs it. */
export type RunRecord = { readonly isDeep: boolean; readonly isEnded: boolean };

export async function loadRun(tx: Sql, runId: string): Promise<RunRecord | undefined> {
  const [run] = await tx.$queryRaw<RunRecord[]>`
    SELECT COALESCE((looked ->> 'deep')::boolean, FALSE) AS "isDeep", ended_at IS NOT NULL AS "isEnded"
    FROM check_run WHERE id = ${runId}`;
  return run;
}

/**
 * Gives a run's lease back; it stays due if repairs were requested meanwhile. The row is locked first, so that no
 * request is missed. Nothing happens when the lease is lost.
 */
export async function releaseRun(db: Db, runId: string, fence: bigint): Promise<void> {
  await db.transact(async (tx) => {
    const mine = await tx.$queryRaw<
      unknown[]
    >`SELECT FROM check_run WHERE id = ${runId} AND fence = ${fence} FOR UPDATE`;
    if (mine.length === 0) return;
    await tx.$executeRaw`
      UPDATE check_run SET lease_owner = NULL, lease_until = NULL, kills = 0,
        due_at = CASE WHEN EXISTS (
          SELECT FROM check_finding WHERE run_id = ${runId} AND repaired_by IS NOT NULL AND repaired_at IS NULL)
        THEN clock_timestamp() END
      WHERE id = ${runId}`;
  });
}

/** Renews the hold on a run that its caller runs without a worker. */
export async function holdRun(db: Db, runId: string, holderMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE check_run SET lease_until = clock_timestamp() + ${holderMs}::float8 * interval '1 millisecond'
    WHERE id = ${runId} AND lease_until IS NOT NULL`;
}

/** How a run ended. `looked`: how many things of each kind were checked; `error`: why it could not be finished. */
export type RunEnd = { readonly looked: Readonly<Record<string, number>>; readonly error?: string };

/** Ends a run; its findings stay. Nothing happens when the lease is lost. */
export async function endRun(
  tx: Sql,
  runId: string,
  fence: bigint,
  { looked, error }: RunEnd,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE check_run SET ended_at = clock_timestamp(), error = ${error ?? null},
      looked = jsonb_build_object('deep', looked -> 'deep') || ${JSON.stringify(looked)}::jsonb
    WHERE id = ${runId} AND fence = ${fence}`;
}

/** A finding whose repair was requested. `by`: who requested it. */
export type AskedFinding = {
  readonly id: string;
  readonly kind: CheckKind;
  readonly subject: string;
  readonly facts: unknown;
  readonly by: string;
};

/** Findings of a run to be repaired, at most `most`, in the order of kind and subject. */
export async function listAsked(tx: Sql, runId: string, most: number): Promise<AskedFinding[]> {
  return tx.$queryRaw<AskedFinding[]>`
    SELECT id, kind, subject, facts, repaired_by AS by FROM check_finding
    WHERE run_id = ${runId} AND repaired_by IS NOT NULL AND repaired_at IS NULL
    ORDER BY kind, subject, id
    LIMIT ${most}`;
}

/** Which findings of a run: all of some kinds, or these. */
export type AskedFindings = {
  readonly kinds: readonly CheckKind[];
  readonly ids?: readonly string[] | undefined;
};

/**
 * Requests repairs of an ended run's findings on behalf of `by`, and makes the run due. Findings repaired or requested
 * already stay as they are. Any number at a time. @returns how many
 */
export async function askRepair(
  tx: Sql,
  runId: string,
  { kinds, ids }: AskedFindings,
  by: string,
): Promise<number> {
  const asked = await tx.$executeRaw`
    UPDATE check_finding SET repaired_by = ${by}, repair = NULL
    WHERE run_id = ${runId} AND kind = ANY(${[...kinds]}::text[]) AND repaired_at IS NULL AND repaired_by IS NULL
      AND ${ids === undefined ? Prisma.sql`TRUE` : Prisma.sql`id = ANY(${[...ids]}::text[])`}`;
  await tx.$executeRaw`UPDATE check_run SET due_at = clock_timestamp() WHERE id = ${runId} AND ${asked > 0}`;
  return asked;
}

/** The result of a repair. `isDone` false: it could not be repaired, and may be requested again. */
export type Repaired = { readonly findingId: string; readonly isDone: boolean; readonly sentence: string };

export async function recordRepair(tx: Sql, { findingId, isDone, sentence }: Repaired): Promise<void> {
  await tx.$executeRaw`
    UPDATE check_finding SET repair = ${sentence},
      repaired_at = CASE WHEN ${isDone} THEN clock_timestamp() END,
      repaired_by = CASE WHEN ${isDone} THEN repaired_by END
    WHERE id = ${findingId} AND repaired_at IS NULL`;
}

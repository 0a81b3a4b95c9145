import { type Problem, WaybillError } from "../../../core/errors.ts";
import { causeKey } from "../../../core/incident/cause.ts";
import { successLeaving } from "../../../core/job/moves.ts";
import {
  canMoveJob,
  hasEnded,
  isWorkState,
  type JobState,
  type Mover,
  type WorkState,
} from "../../../core/job/states.ts";
import { TURN } from "../../../core/job/turn.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { ENDED_COLUMNS, INSERT_CALLBACKS } from "../outbox/callback.ts";
import type { JobRecord } from "./load.ts";
import { type MovePart, queriesOf } from "./part.ts";

/** Why a job failed; shown to people as it is. */
export type Fault = {
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly Problem[];
  /** The source that could not be fetched from. */
  readonly host?: string | undefined;
};

/** A move that was made before another one and is written together with it. */
export type EarlierMove = { readonly from: WorkState; readonly to: JobState };

/**
 * One move of one job. `fence`: that of the job's lease, if the caller holds it, so that a worker that lost the lease
 * changes nothing.
 */
export type JobMove = {
  readonly jobId: string;
  readonly from: JobState;
  readonly to: JobState;
  readonly by: Mover;
  readonly actor: string;
  readonly fence?: bigint;
  readonly reason?: string;
  readonly fault?: Fault;
  /** Counts as a deliberate requeue. */
  readonly requeue?: boolean;
  /** The working folder is gone, and its space is free. */
  readonly folderGone?: boolean;
  /** How long a failed job's working folder is kept, from now by the database's clock. */
  readonly foldersForMs?: number;
  /** The working folder is to be removed once the move is written, or at the next sweep; it counts as kept until then. */
  readonly dropFolder?: boolean;
  /** The estimate of its working storage in bytes; it counts until some is reserved. */
  readonly spaceNeeded?: bigint;
  /** What Processing stored; saved as the step `store` by the same statement. */
  readonly stored?: object;
  /** The moves that led to `from` and are not written yet, in order. */
  readonly earlier?: readonly EarlierMove[];
  readonly parts?: readonly MovePart[];
};

/** The fields of a job that a move, and the work before it, may have changed. */
export type Moved = Pick<JobRecord, "batchId" | "state" | "stateAt" | "spaceNeeded" | "spaceReserved">;

/** What the other queries of the statement read of the rows moved. */
export const MOVED_COLUMNS = Prisma.sql`state_at, space_needed, space_reserved, fence, collection_id, ${ENDED_COLUMNS}`;

/** The columns of Moved. */
export const MOVED = Prisma.sql`batch_id AS "batchId", state, state_at AS "stateAt", space_needed AS "spaceNeeded", space_reserved AS "spaceReserved"`;

/** A person's hold on the job ends when it leaves Held. */
function endOfHold(from: JobState): Prisma.Sql {
  return from === "Held"
    ? Prisma.sql`held_at = NULL, held_by = NULL, held_reason = NULL, held_until = NULL,`
    : Prisma.empty;
}

/** What a job needs is written with its reservation as well, and corrected once its files are there. */
function estimate(spaceNeeded: bigint | Prisma.Sql | undefined): Prisma.Sql {
  return spaceNeeded === undefined
    ? Prisma.empty
    : Prisma.sql`space_needed = CASE WHEN space_reserved = 0 THEN COALESCE(${spaceNeeded}::bigint, space_needed) ELSE space_needed END,`;
}

/** Checks that a move is allowed. @throws WaybillError `illegal_move` */
export function checkMove({ from, to, by }: Pick<JobMove, "from" | "to" | "by">): void {
  if (!canMoveJob(from, to, by))
    throw new WaybillError("illegal_move", `A job cannot go from ${from} to ${to}.`);
}

/**
 * A job run again at Downloading asks for space like any other: its former space may have been promised to others. So
 * does a job that is held before it begins: a worker may have died before it wrote how far the job had come.
 */
function asksForSpace({ to, requeue = false }: Pick<JobMove, "to" | "requeue">): boolean {
  return to === "Held" || (requeue && to === "Downloading");
}

/** What failures are grouped by; null for every other move. */
function causeOf({ from, to, fault }: Omit<JobMove, "jobId">): string | null {
  return to === "Failed" && fault
    ? causeKey({ code: fault.code, stage: from, host: fault.host ?? null })
    : null;
}

/**
 * The columns a move writes. `spaceNeeded`: the estimate, where it is not the same for all rows. A person who takes a job out of the pipeline raises its fence, so that a worker still
 * running it can change nothing.
 */
export function moveColumns(
  move: Omit<JobMove, "jobId">,
  spaceNeeded: bigint | Prisma.Sql | undefined = move.spaceNeeded,
): Prisma.Sql {
  const { from, to, by, earlier = [] } = move;
  const works = isWorkState(to);
  const successes = [...earlier, move].map((one) => successLeaving(one.from, one.to));
  const keepsLease = works && move.fence !== undefined;
  const overrules = by === "person" && isWorkState(from);
  const problems = move.fault?.problems?.length ? JSON.stringify(move.fault.problems) : null;
  const { folderGone = false, dropFolder = false } = move;
  return Prisma.sql`
    ${endOfHold(from)}
    state = ${to}::job_state,
    state_at = clock_timestamp(),
    last_successful_state = COALESCE(${successes.findLast(Boolean) ?? null}::job_state, last_successful_state),
    wait_code = NULL,
    wait_reason = NULL,
    error_code = ${move.fault?.code ?? null},
    error_message = ${move.fault?.message ?? null},
    problems = ${problems}::jsonb,
    failure_cause = ${causeOf(move)},
    retry_count = retry_count + ${move.requeue ? 1 : 0},
    received = CASE WHEN ${move.requeue ?? false} THEN 0 ELSE received END,
    ended_at = CASE WHEN ${hasEnded(to)} THEN clock_timestamp() END,
    folders_until = CASE WHEN ${dropFolder} AND working_directory IS NOT NULL THEN clock_timestamp()
      ELSE clock_timestamp() + ${move.foldersForMs ?? null}::float8 * interval '1 millisecond' END,
    working_directory = CASE WHEN ${folderGone} THEN NULL ELSE working_directory END,
    space_reserved = CASE WHEN ${asksForSpace(move)} OR ${folderGone} OR (${dropFolder} AND working_directory IS NULL) THEN 0 ELSE space_reserved END,
    ${estimate(spaceNeeded)}
    kills = 0,
    due_at = CASE WHEN ${works} THEN clock_timestamp() END,
    turn_at = CASE WHEN ${by === "person" && from === "Failed"} THEN clock_timestamp() + priority * ${TURN.pointMs}::int * interval '1 millisecond' ELSE turn_at END,
    fence = fence + ${overrules ? 1 : 0},
    lease_owner = CASE WHEN ${keepsLease} THEN lease_owner END,
    lease_until = CASE WHEN ${keepsLease} THEN lease_until END`;
}

/** The events of a move and of those before it, to be selected from the rows moved, in order; columns as `moveEvent`'s. */
export function moveEvents({
  from,
  to,
  actor,
  reason,
  fault,
  earlier = [],
}: Omit<JobMove, "jobId">): Prisma.Sql {
  const all = [...earlier, { from, to }];
  const isLast = Prisma.sql`step.place = ${all.length}::int`;
  return Prisma.sql`
    SELECT 'job.moved', batch_id, id, step.here, step.there, ${actor},
      CASE WHEN ${isLast} THEN ${reason ?? fault?.message ?? null}::text END, CASE WHEN ${isLast} THEN ${fault?.code ?? null}::text END, collection_id
    FROM moved, unnest(${all.map((one) => one.from)}::text[], ${all.map((one) => one.to)}::text[]) WITH ORDINALITY AS step (here, there, place)
    ORDER BY id, step.place`;
}

/** A move's event, to be selected from the rows moved: `kind, batch_id, job_id, "from", "to", actor, reason, code, collection_id`. */
export function moveEvent({ from, to, actor, reason, fault }: Omit<JobMove, "jobId">): Prisma.Sql {
  return Prisma.sql`'job.moved', batch_id, id, ${from}, ${to}, ${actor}, ${reason ?? fault?.message ?? null}, ${fault?.code ?? null}, collection_id`;
}

/**
 * The one function that changes a job's state, besides `moveJobs` for many at a time and hold/release.ts for jobs a
 * hold has stopped. A compare-and-swap on state (and fence); the same statement writes the event of this move and of each
 * earlier one that waited for it, what was stored, and the callback of a job that ends. Ending or holding a job gives its lease back.
 * @throws WaybillError `illegal_move` (no such arrow) or `stale_state` (somebody else moved it, or the lease is lost)
 */
export async function moveJob(tx: Sql, move: JobMove): Promise<Moved> {
  const { jobId, to, by, earlier = [], parts = [] } = move;
  for (const one of earlier) checkMove({ ...one, by });
  checkMove(move);
  const from = earlier[0]?.from ?? move.from;
  const fence = move.fence ?? null;
  const [moved] = await tx.$queryRaw<Moved[]>`
    WITH moved AS (
      UPDATE job SET ${moveColumns(move)}
      WHERE id = ${jobId} AND state = ${from}::job_state AND (${fence}::bigint IS NULL OR fence = ${fence}::bigint)
      RETURNING ${MOVED_COLUMNS}
    )${callbackOf(to)}, told AS (
      INSERT INTO event (kind, batch_id, job_id, "from", "to", actor, reason, code, collection_id) ${moveEvents(move)}
    ), kept AS (
      INSERT INTO step_result (owner_id, step, result, fence)
      SELECT id, 'store', ${JSON.stringify(move.stored ?? null)}::jsonb, fence FROM moved WHERE ${move.stored !== undefined}
      ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()
    )${queriesOf(parts)}
    SELECT ${MOVED} FROM moved`;
  if (!moved) throw new WaybillError("stale_state", `The job is no longer ${from}; look again.`);
  return moved;
}

/** The part of the statement that writes the callbacks of jobs that complete or fail. */
export function callbackOf(to: JobState): Prisma.Sql {
  if (to !== "Completed" && to !== "Failed") return Prisma.empty;
  return Prisma.sql`, ended AS (SELECT * FROM moved), called AS (${INSERT_CALLBACKS})`;
}

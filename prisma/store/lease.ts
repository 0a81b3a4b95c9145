import type { Leased } from "../../core/leased.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

const NAMES = {
  batch: Prisma.sql`batch`,
  job: Prisma.sql`job`,
  mail: Prisma.sql`outbox`,
  callback: Prisma.sql`outbox`,
  lane: Prisma.sql`lane`,
  check: Prisma.sql`check_run`,
  task: Prisma.sql`task`,
} as const satisfies Record<Leased, Prisma.Sql>;

export function tableOf(leased: Leased): Prisma.Sql {
  return NAMES[leased];
}

/**
 * What of a kind is wanted. `busy`: receivers that get no more callbacks for now; `tasks`: names of the tasks that are known,
 * left out for all.
 */
export type Wanted = { readonly busy?: readonly string[]; readonly tasks?: readonly string[] | undefined };

/** A condition: the table's rows of this kind that are wanted. */
export function rowsOf(leased: Leased, { busy = [], tasks }: Wanted = {}): Prisma.Sql {
  if (leased === "task") return tasks ? Prisma.sql`name = ANY(${[...tasks]}::text[])` : Prisma.sql`TRUE`;
  if (leased === "mail") return Prisma.sql`kind = 'mail'`;
  if (leased !== "callback") return Prisma.sql`TRUE`;
  return busy.length === 0
    ? Prisma.sql`kind = 'callback'`
    : Prisma.sql`kind = 'callback' AND payload ->> 'receiver' <> ALL(${[...busy]}::text[])`;
}

/**
 * How long a lease lasts. `lastMs`: a lane's second expiry, until which a call in progress keeps others off; by default
 * the same.
 */
export type Length = { readonly leaseMs: number; readonly lastMs?: number };

const OVER = Prisma.sql`(lease_until IS NULL OR lease_until < clock_timestamp())`;

/** A lane whose holder is in the middle of a call stays claimed until the second expiry. */
const LANE_OVER = Prisma.sql`(lease_until IS NULL OR (lease_until < clock_timestamp() AND (
  lease_last < clock_timestamp() OR NOT EXISTS (
    SELECT FROM attempt
    WHERE attempt.lane_id = lane.id AND answered_at IS NULL AND deadline_at > clock_timestamp()))))`;

/**
 * The row is due. Stored times are rounded to milliseconds, so a row due now may seem due half a millisecond later; the
 * clock is rounded in the same way. It is read once, in a SELECT of its own: compared with a clock that is read for each
 * row, an index of due times would be read to its end, with all that is due later.
 */
export const IS_DUE = Prisma.sql`due_at <= (SELECT clock_timestamp()::timestamptz(3))`;

/**
 * A job that waits is asleep, apart from those that are ready: the index of these goes by their turns, and however many
 * waited with early ones, every look would have to pass them all.
 */
export const IS_READY = Prisma.sql`${IS_DUE} AND NOT asleep`;

/** A job that has slept its time. Its place is among the ready ones, where takeNextLeases puts it. */
export const HAS_SLEPT = Prisma.sql`${IS_DUE} AND asleep`;

/** IS_DUE for a row found by its id, so that the planner does not use the index of due rows instead of that of ids. */
const IT_IS_DUE = Prisma.sql`COALESCE(due_at, 'infinity') <= clock_timestamp()::timestamptz(3)`;

/** The row has no lease, or an expired one. Source: high-availability claims, "Two-phase expiry". */
export function freeOf(leased: Leased): Prisma.Sql {
  return leased === "lane" ? LANE_OVER : OVER;
}

/** Sets when a lease runs out, counted from now. `renewed`: the second expiry does not come sooner than it was to. */
function expiriesOf(
  leased: Leased,
  { leaseMs, lastMs = leaseMs }: Length,
  { renewed = false }: { readonly renewed?: boolean } = {},
): Prisma.Sql {
  const until = Prisma.sql`lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
  if (leased !== "lane") return until;
  const last = Prisma.sql`clock_timestamp() + ${lastMs} * interval '1 millisecond'`;
  return Prisma.sql`${until}, lease_last = ${renewed ? Prisma.sql`GREATEST(lease_last, ${last})` : last}`;
}

/**
 * A row's wait is over once its holder has worked on it long enough to renew the lease; otherwise a job that fetches
 * for hours would still appear to wait for a full disk. A Held batch keeps its reason.
 */
function endOfWait(leased: Leased): Prisma.Sql {
  if (leased === "job") return Prisma.sql`, wait_code = NULL, wait_reason = NULL`;
  if (leased === "batch") return Prisma.sql`, wait_reason = CASE WHEN state = 'Held' THEN wait_reason END`;
  return Prisma.empty;
}

/** What comes first of a kind: jobs by their turn, the others longest overdue. */
export const FIRST = {
  job: Prisma.sql`turn_at`,
  batch: Prisma.sql`due_at`,
  mail: Prisma.sql`due_at`,
  callback: Prisma.sql`due_at`,
  lane: Prisma.sql`due_at`,
  check: Prisma.sql`due_at`,
  task: Prisma.sql`due_at`,
} as const satisfies Record<Leased, Prisma.Sql>;

/**
 * The right to work one row. Every later write carries `fence` and changes nothing once another worker has taken the
 * row.
 */
export type Lease = { readonly fence: bigint; readonly kills: number };

/**
 * Takes the lease of a due row; undefined when it is not due or somebody has it. Never waits for a row that another
 * transaction has locked: `onLocked` is called, and the row may be asked for again soon. A lease that expired without
 * being given back means that its holder died, unless the holder shows otherwise; `kills` counts these deaths since the
 * row last moved. Times are by the database's clock. `busy`, `tasks`: as in rowsOf.
 */
export async function takeLease(
  tx: Sql,
  leased: Leased,
  {
    id,
    owner,
    busy = [],
    tasks,
    onLocked,
    ...length
  }: {
    readonly id: string;
    readonly owner: string;
    readonly onLocked?: (() => void) | undefined;
  } & Wanted &
    Length,
): Promise<Lease | undefined> {
  const table = tableOf(leased);
  const isWanted = Prisma.sql`id = ${id} AND ${IT_IS_DUE} AND ${freeOf(leased)} AND ${rowsOf(leased, { busy, tasks })}`;
  const [answer] = await tx.$queryRaw<(Lease | { readonly fence: null })[]>`
    WITH unlocked AS MATERIALIZED (
      SELECT id FROM ${table} WHERE ${isWanted} FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE ${table} SET
        lease_owner = ${owner},
        ${expiriesOf(leased, length)},
        fence = fence + 1,
        ${countKill(leased, owner)}${wakesUp(leased)}
      WHERE id IN (SELECT id FROM unlocked)
      RETURNING fence, kills
    )
    SELECT fence, kills FROM taken
    UNION ALL
    SELECT NULL, NULL WHERE NOT EXISTS (SELECT FROM unlocked) AND EXISTS (SELECT FROM ${table} WHERE ${isWanted})`;
  if (answer?.fence !== null) return answer;
  onLocked?.();
  return undefined;
}

type NextOf = { readonly owner: string } & Wanted & Length;
type NextLease = Lease & { readonly id: string };

/**
 * Takes the leases of the rows that should be worked next, up to `most`; fewer when no more are due. Skips rows that
 * others are taking. The rows are updated by a list of their ids: by a join, a plan for an unknown number of them would
 * read the whole table. `busy`: as in rowsOf. @returns them in no particular order
 */
export async function takeNextLeases(
  tx: Sql,
  leased: Leased,
  { owner, busy = [], tasks, most, ...length }: NextOf & { readonly most: number },
): Promise<NextLease[]> {
  const table = tableOf(leased);
  return tx.$queryRaw<NextLease[]>`
    WITH ${leased === "job" ? nextJobs(most) : nextRows(leased, { busy, tasks }, most)}
    UPDATE ${table} SET
      lease_owner = ${owner},
      ${expiriesOf(leased, length)},
      fence = fence + 1,
      ${countKill(leased, owner)}${wakesUp(leased)}
    WHERE id = ANY(ARRAY(SELECT id FROM next))
    RETURNING id, fence, kills`;
}

function nextRows(leased: Leased, wanted: Wanted, most: number): Prisma.Sql {
  return Prisma.sql`next AS MATERIALIZED (
    SELECT id FROM ${tableOf(leased)}
    WHERE ${IS_DUE} AND ${freeOf(leased)} AND ${rowsOf(leased, wanted)}
    ORDER BY ${FIRST[leased]}
    LIMIT ${most}
    FOR NO KEY UPDATE SKIP LOCKED
  )`;
}

/** At most so many jobs that have slept are looked at, and woken, by one who takes the next ones. */
export const MOST_WOKEN = 50;

/**
 * The next jobs by their turn, whether they have slept or not. Those that have slept and are not among them become ready,
 * so that they are found by their turn from then on.
 */
function nextJobs(most: number): Prisma.Sql {
  return Prisma.sql`slept AS MATERIALIZED (
    SELECT id, turn_at FROM job WHERE ${HAS_SLEPT} AND ${OVER}
    ORDER BY due_at LIMIT ${MOST_WOKEN} FOR NO KEY UPDATE SKIP LOCKED
  ), ready AS MATERIALIZED (
    SELECT id, turn_at FROM job WHERE ${IS_READY} AND ${OVER}
    ORDER BY turn_at LIMIT ${most} FOR NO KEY UPDATE SKIP LOCKED
  ), next AS MATERIALIZED (
    SELECT id FROM (SELECT * FROM slept UNION ALL SELECT * FROM ready) AS due ORDER BY turn_at LIMIT ${most}
  ), woken AS (
    UPDATE job SET asleep = false
    WHERE id = ANY(ARRAY(SELECT id FROM slept WHERE id NOT IN (SELECT id FROM next)))
  )`;
}

/** A job that is taken sleeps no more, so that it is ready again should its holder die. */
function wakesUp(leased: Leased): Prisma.Sql {
  return leased === "job" ? Prisma.sql`, asleep = false` : Prisma.empty;
}

/** Takes the lease of the row that should be worked next; undefined when none is due. */
export async function takeNextLease(tx: Sql, leased: Leased, next: NextOf): Promise<NextLease | undefined> {
  const [lease] = await takeNextLeases(tx, leased, { ...next, most: 1 });
  return lease;
}

export type Held = { readonly id: string; readonly fence: bigint };

/**
 * `kept`: leases still held. `locked`: those of them that were not renewed because another transaction has their row.
 */
export type Renewed = { readonly kept: ReadonlySet<string>; readonly locked: readonly string[] };

/**
 * Renews leases; those not in the result are lost. An expired lease is still held until somebody takes or voids it.
 * Ends the rows' waits. Any number at a time; a locked row does not delay the others: ask for it again soon. Source:
 * docs/reference/lanes.md, "Claims".
 */
export async function renewLeases(
  tx: Sql,
  leased: Leased,
  held: readonly Held[],
  length: Length,
): Promise<Renewed> {
  if (held.length === 0) return { kept: new Set(), locked: [] };
  const [table, ids] = [tableOf(leased), held.map(({ id }) => id)];
  const rows = await tx.$queryRaw<{ id: string; isRenewed: boolean }[]>`
    WITH mine AS MATERIALIZED (
      SELECT id, fence FROM unnest(${ids}::text[], ${held.map(({ fence }) => fence)}::bigint[]) AS mine (id, fence)
    ), unlocked AS MATERIALIZED (
      SELECT row.id FROM ${table} AS row JOIN mine ON row.id = mine.id AND row.fence = mine.fence
      WHERE row.lease_until IS NOT NULL
      FOR NO KEY UPDATE OF row SKIP LOCKED
    ), renewed AS (
      UPDATE ${table} AS row SET ${expiriesOf(leased, length, { renewed: true })}${endOfWait(leased)}
      FROM unlocked WHERE row.id = unlocked.id
      RETURNING row.id
    )
    SELECT row.id, row.id IN (SELECT id FROM renewed) AS "isRenewed"
    FROM ${table} AS row JOIN mine ON row.id = mine.id AND row.fence = mine.fence
    WHERE row.lease_until IS NOT NULL`;
  return {
    kept: new Set(rows.map(({ id }) => id)),
    locked: rows.filter(({ isRenewed }) => !isRenewed).map(({ id }) => id),
  };
}

type Release = { readonly id: string; readonly fence: bigint; readonly dueInMs: number | null };

/**
 * Gives a lease back and sets when the row is due again: at a time, after some milliseconds, or (`null`) not before
 * something happens. If the lease was lost, nothing changes, except that a kill counted against its holder is
 * withdrawn.
 */
export async function releaseLease(tx: Sql, leased: Leased, { id, fence, dueInMs }: Release): Promise<void> {
  const isMine = Prisma.sql`(fence = ${fence} AND lease_owner IS NOT NULL)`;
  const dueAt = Prisma.sql`CASE WHEN ${dueInMs}::float8 IS NULL THEN NULL
    ELSE clock_timestamp() + ${dueInMs}::float8 * interval '1 millisecond' END`;
  if (!countsKills(leased)) {
    await tx.$executeRaw`
      UPDATE ${tableOf(leased)} SET lease_owner = NULL, lease_until = NULL, due_at = ${dueAt}
      WHERE id = ${id} AND ${isMine}`;
    return;
  }
  await tx.$executeRaw`
    UPDATE ${tableOf(leased)} SET
      lease_owner = CASE WHEN ${isMine} THEN NULL ELSE lease_owner END,
      lease_until = CASE WHEN ${isMine} THEN NULL ELSE lease_until END,
      due_at = CASE WHEN ${isMine} THEN ${dueAt} ELSE due_at END,
      ${leased === "job" ? sleeps(isMine, dueInMs) : Prisma.empty}
      kills = CASE WHEN ${isMine} THEN kills ELSE kills - 1 END,
      kill_fences = CASE WHEN ${isMine} THEN kill_fences ELSE array_remove(kill_fences, ${fence}::bigint) END
    WHERE id = ${id} AND (${isMine} OR (fence <> ${fence} AND kills > 0 AND ${fence} = ANY(kill_fences)))`;
}

/** A job that is due later sleeps until then, like one that waits (waitJob). */
function sleeps(isMine: Prisma.Sql, dueInMs: number | null): Prisma.Sql {
  return Prisma.sql`asleep = CASE WHEN ${isMine} THEN ${dueInMs !== null && dueInMs > 0} ELSE asleep END,`;
}

/** Tables whose rows are given up after some kills; they record which holder was counted as dead. */
const COUNTED = ["batch", "job", "check", "task"] as const satisfies readonly Leased[];

function countsKills(leased: Leased): boolean {
  return COUNTED.some((each) => each === leased);
}

/**
 * Whether the holder of an expired lease counts as dead: never this process itself, nor one seen since. A paused
 * process looks like a dead one; it withdraws the kill when it comes back (releaseLease).
 */
function isDead(owner: string): Prisma.Sql {
  return Prisma.sql`(lease_until IS NOT NULL AND lease_owner IS DISTINCT FROM ${owner} AND NOT EXISTS (
    SELECT FROM instance WHERE instance.id = lease_owner AND seen_at > lease_until))`;
}

/** Counts the last holder's death, for a statement that takes the lease for `owner`. Source: docs/reference/states.md, "Kills". */
function countKill(leased: Leased, owner: string): Prisma.Sql {
  const kills = Prisma.sql`kills = kills + CASE WHEN ${isDead(owner)} THEN 1 ELSE 0 END`;
  if (!countsKills(leased)) return kills;
  return Prisma.sql`${kills}, kill_fences = CASE WHEN ${isDead(owner)}
    THEN CASE WHEN kills = 0 THEN ARRAY[fence] ELSE kill_fences || fence END ELSE kill_fences END`;
}

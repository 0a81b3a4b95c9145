import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { HOLDABLES, type Holdable } from "../../../core/hold/holdable.ts";
import { whyStopped } from "../../../core/hold/words.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

const IT = Prisma.sql`it`;

const ID = Prisma.sql`id`;

/**
 * These tables share held_at, held_by and held_reason, and, where a hold can expire, held_until, with an index where
 * there are many rows. `called`: what each is named by, as in core/hold/holdable.ts.
 */
const TABLES = {
  intake: { name: Prisma.sql`intake`, called: Prisma.sql`'intake'`, ends: true },
  collection: { name: Prisma.sql`collection`, called: Prisma.sql`slug`, ends: true },
  lane: { name: Prisma.sql`lane`, called: Prisma.sql`service_id`, ends: false },
  batch: { name: Prisma.sql`batch`, called: ID, ends: true },
  job: { name: Prisma.sql`job`, called: ID, ends: true },
} as const satisfies Record<
  Holdable,
  { readonly name: Prisma.Sql; readonly called: Prisma.Sql; readonly ends: boolean }
>;

/** The tables of holds that can end by themselves, what stops most first. */
export const ENDING = HOLDABLES.flatMap((on) => (TABLES[on].ends ? [{ on, ...TABLES[on] }] : []));

export function tableOf(on: Holdable): Prisma.Sql {
  return TABLES[on].name;
}

/** A row of one of the tables, by its primary key; the intake has one row. */
export type HeldRow =
  | { readonly on: "intake" }
  | { readonly on: Exclude<Holdable, "intake">; readonly id: string };

/** Part of an UPDATE, after other columns: when the hold ends by itself. */
export function setEnd({ on }: HeldRow, until: Date | null): Prisma.Sql {
  return TABLES[on].ends ? Prisma.sql`, held_until = ${until}` : Prisma.empty;
}

/** The columns of core/hold/hold.ts, from a row with the alias `it`. */
export function heldColumns({ on }: HeldRow): Prisma.Sql {
  return TABLES[on].ends
    ? holdColumns(IT)
    : Prisma.sql`it.held_at AS "heldAt", it.held_by AS "heldBy", it.held_reason AS "heldReason", NULL::timestamptz AS "heldUntil"`;
}

/** A condition on the row's table. */
export function isRow(row: HeldRow): Prisma.Sql {
  return row.on === "intake" ? Prisma.sql`id = 1` : Prisma.sql`id = ${row.id}`;
}

/** The columns of core/hold/hold.ts, from a table with the alias `name`. */
export function holdColumns(name: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${name}.held_at AS "heldAt", ${name}.held_by AS "heldBy", ${name}.held_reason AS "heldReason",
    ${name}.held_until AS "heldUntil"`;
}

/** A hold as holdJson selects it. */
export type KeptHold = {
  readonly at: string;
  readonly by: string | null;
  readonly reason: string | null;
  readonly until: string | null;
} | null;

/** The hold of the table with the alias `name`, as one column; NULL: none. For statements that read several holds. */
export function holdJson(name: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${name}.held_at IS NOT NULL THEN jsonb_build_object('at', ${name}.held_at,
    'by', ${name}.held_by, 'reason', ${name}.held_reason, 'until', ${name}.held_until) END`;
}

/** The hold from such a column. */
export function readHold(kept: KeptHold): Hold | null {
  if (!kept) return null;
  const { at, by, reason, until } = kept;
  return holdOf({
    heldAt: new Date(at),
    heldBy: by,
    heldReason: reason,
    heldUntil: until === null ? null : new Date(until),
  });
}

/** The database's time, by which holds expire. */
export async function databaseClock(tx: Sql): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error("the database tells no time");
  return row.now;
}

/** Places a hold, starting now by the database's clock. @returns the hold; undefined when there is one already */
export async function setHold(
  tx: Sql,
  row: HeldRow,
  { by, reason, until }: Pick<Hold, "by" | "reason" | "until">,
): Promise<Hold | undefined> {
  const [held] = await tx.$queryRaw<HoldColumns[]>`
    UPDATE ${tableOf(row.on)} AS it
    SET held_at = clock_timestamp(), held_by = ${by}, held_reason = ${reason}${setEnd(row, until)}
    WHERE ${isRow(row)} AND held_at IS NULL
    RETURNING ${heldColumns(row)}`;
  return held && (holdOf(held) ?? undefined);
}

/**
 * The hold on a row, or null; locks the row until the transaction ends. FOR NO KEY UPDATE: who judges by the hold (FOR
 * SHARE) waits, but not who only writes a row that names this one, such as a job's object, while a hold of 150,000 jobs is
 * written for seconds.
 */
export async function lockHold(tx: Sql, row: HeldRow): Promise<Hold | null> {
  const [held] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${heldColumns(row)} FROM ${tableOf(row.on)} AS it WHERE ${isRow(row)} FOR NO KEY UPDATE`;
  return held ? holdOf(held) : null;
}

/** Sets the reason a Held batch shows. */
export async function sayWhyHeld(tx: Sql, batchId: string, why: string): Promise<void> {
  await tx.$executeRaw`UPDATE batch SET wait_reason = ${why} WHERE id = ${batchId} AND state = 'Held'`;
}

const BATCH = Prisma.sql`batch`;

/**
 * A person's hold on a batch, or null, locked until the transaction ends; like lockCollectionHold, which must come
 * first.
 */
export async function lockBatchHold(tx: Sql, batchId: string): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(BATCH)} FROM batch WHERE id = ${batchId} FOR SHARE`;
  return row ? holdOf(row) : null;
}

const COLLECTION = Prisma.sql`collection`;

/**
 * A collection's hold, or null, locked until the transaction ends. Batches and jobs are stopped and released under this
 * lock, so that none is left behind by a hold released at the same moment. Locks are taken in this order: the intake
 * for its hold, collection, batch for its hold, lane, batch, job.
 */
export async function lockCollectionHold(tx: Sql, collectionId: string): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(COLLECTION)} FROM collection WHERE id = ${collectionId} FOR SHARE`;
  return row ? holdOf(row) : null;
}

/**
 * Why a batch may not begin, as its history says it, kept so until the transaction ends as lockCollectionHold does: its
 * collection is held. Null: nothing is in force.
 */
export async function lockWhyStopped(tx: Sql, batchId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(COLLECTION)} FROM collection
    WHERE id = (SELECT collection_id FROM batch WHERE id = ${batchId}) FOR SHARE`;
  const hold = row && holdOf(row);
  return hold ? whyStopped("collection", hold) : null;
}

const INTAKE = Prisma.sql`intake`;

/** The hold on the whole intake, or null. */
export async function findIntakeHold(tx: Sql): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`SELECT ${holdColumns(INTAKE)} FROM intake WHERE id = 1`;
  return row ? holdOf(row) : null;
}

/** The same, locked until the transaction ends, so that a release leaves no waiting job behind. */
export async function lockIntakeHold(tx: Sql): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(INTAKE)} FROM intake WHERE id = 1 FOR SHARE`;
  return row ? holdOf(row) : null;
}

/** Whether the whole intake is held, by the database's clock. */
export async function isIntakeHeld(tx: Sql): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM intake WHERE held_at IS NOT NULL AND (held_until IS NULL OR held_until > clock_timestamp()) LIMIT 1`;
  return rows.length > 0;
}

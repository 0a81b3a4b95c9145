import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import type { Holdable } from "../../../core/hold/holdable.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

const IT = Prisma.sql`it`;

/** Their tables share held_at, held_by and held_reason; where a hold can end by itself, held_until too. */
const TABLES = {
  intake: { name: Prisma.sql`intake`, ends: true },
  collection: { name: Prisma.sql`collection`, ends: true },
  lane: { name: Prisma.sql`lane`, ends: false },
  batch: { name: Prisma.sql`batch`, ends: true },
  job: { name: Prisma.sql`job`, ends: true },
} as const satisfies Record<Holdable, { readonly name: Prisma.Sql; readonly ends: boolean }>;

export function tableOf(on: Holdable): Prisma.Sql {
  return TABLES[on].name;
}

/** A row of one of the tables, by its primary key; the intake has one row. */
export type HeldRow =
  | { readonly on: "intake" }
  | { readonly on: Exclude<Holdable, "intake">; readonly id: string };

/** Part of an UPDATE that follows other columns: when the hold ends by itself. */
export function setEnd({ on }: HeldRow, until: Date | null): Prisma.Sql {
  return TABLES[on].ends ? Prisma.sql`, held_until = ${until}` : Prisma.empty;
}

/** The columns of core/hold/hold.ts of a row that is read as `it`. */
export function heldColumns({ on }: HeldRow): Prisma.Sql {
  return TABLES[on].ends
    ? holdColumns(IT)
    : Prisma.sql`it.held_at AS "heldAt", it.held_by AS "heldBy", it.held_reason AS "heldReason", NULL::timestamptz AS "heldUntil"`;
}

/** A condition on the row's table. */
export function isRow(row: HeldRow): Prisma.Sql {
  return row.on === "intake" ? Prisma.sql`id = 1` : Prisma.sql`id = ${row.id}`;
}

/** The columns of core/hold/hold.ts of the table that is read as `name`. */
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

/** The hold of the table that is read as `name`, as one column; NULL: none. For statements that read several. */
export function holdJson(name: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${name}.held_at IS NOT NULL THEN jsonb_build_object('at', ${name}.held_at,
    'by', ${name}.held_by, 'reason', ${name}.held_reason, 'until', ${name}.held_until) END`;
}

/** The hold that was selected so. */
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

/** What time it is for the database, by which holds end. */
export async function databaseClock(tx: Sql): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error("the database tells no time");
  return row.now;
}

/** Holds what is not held, from now on by the database's clock. @returns the hold; undefined when there is one already */
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

/** The hold on a row, or null, and the row locked until the transaction ends. */
export async function lockHold(tx: Sql, row: HeldRow): Promise<Hold | null> {
  const [held] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${heldColumns(row)} FROM ${tableOf(row.on)} AS it WHERE ${isRow(row)} FOR UPDATE`;
  return held ? holdOf(held) : null;
}

/** What a Held batch shows as its reason from now on. */
export async function sayWhyHeld(tx: Sql, batchId: string, why: string): Promise<void> {
  await tx.$executeRaw`UPDATE batch SET wait_reason = ${why} WHERE id = ${batchId} AND state = 'Held'`;
}

const BATCH = Prisma.sql`batch`;

/** A person's hold on a batch, or null, kept so until the transaction ends; as lockCollectionHold, which comes first. */
export async function lockBatchHold(tx: Sql, batchId: string): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(BATCH)} FROM batch WHERE id = ${batchId} FOR SHARE`;
  return row ? holdOf(row) : null;
}

const COLLECTION = Prisma.sql`collection`;

/**
 * A collection's hold, or null, kept so until the transaction ends: whoever stops or releases a batch or job does it
 * under this lock, so that a hold released at the same moment cannot leave it behind. Locks are taken in this order:
 * the intake for its hold, collection, batch for its hold, lane, batch, job.
 */
export async function lockCollectionHold(tx: Sql, collectionId: string): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(COLLECTION)} FROM collection WHERE id = ${collectionId} FOR SHARE`;
  return row ? holdOf(row) : null;
}

const INTAKE = Prisma.sql`intake`;

/** The hold on the whole intake, or null. */
export async function findIntakeHold(tx: Sql): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`SELECT ${holdColumns(INTAKE)} FROM intake WHERE id = 1`;
  return row ? holdOf(row) : null;
}

/** The same, kept so until the transaction ends: a job that waits for it is not left behind by whoever releases it. */
export async function lockIntakeHold(tx: Sql): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(INTAKE)} FROM intake WHERE id = 1 FOR SHARE`;
  return row ? holdOf(row) : null;
}

/** Is the whole intake held, by the database's clock? */
export async function isIntakeHeld(tx: Sql): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM intake WHERE held_at IS NOT NULL AND (held_until IS NULL OR held_until > clock_timestamp()) LIMIT 1`;
  return rows.length > 0;
}

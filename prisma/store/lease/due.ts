import type { Leased } from "../../../core/leased.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import {
  FIRST,
  freeOf,
  HAS_SLEPT,
  IS_DUE,
  IS_READY,
  MOST_WOKEN,
  rowsOf,
  tableOf,
  type Wanted,
} from "../lease.ts";

/**
 * A row that is due for a worker. `overdueMs`: for how long; `fence`: changes with every lease taken; `key`: one
 * waiting wake-up per key is enough (a lane's hash and its voided claims), null where every row has its own.
 */
export type Due = {
  readonly id: string;
  readonly fence: bigint;
  readonly overdueMs: number;
  readonly key: string | null;
};

const KEYS = {
  job: Prisma.sql`NULL`,
  batch: Prisma.sql`NULL`,
  mail: Prisma.sql`NULL`,
  callback: Prisma.sql`NULL`,
  lane: Prisma.sql`encode(sha256(convert_to(service_id, 'UTF8')), 'hex') || '-' || breaks`,
  check: Prisma.sql`NULL`,
  task: Prisma.sql`NULL`,
} as const satisfies Record<Leased, Prisma.Sql>;

/**
 * A table with the first due rows of a kind, in no order: `most`, and of jobs as many that have slept as takeNextLeases
 * looks at beside those that are ready.
 */
function dueRows(leased: Leased, most: number, wanted: Wanted): Prisma.Sql {
  const first = (isDue: Prisma.Sql, order: Prisma.Sql, limit: number) => Prisma.sql`(
    SELECT * FROM ${tableOf(leased)}
    WHERE ${isDue} AND ${freeOf(leased)} AND ${rowsOf(leased, wanted)}
    ORDER BY ${order}
    LIMIT ${limit})`;
  if (leased !== "job") return first(IS_DUE, FIRST[leased], most);
  const slept = first(HAS_SLEPT, Prisma.sql`due_at`, Math.max(most, MOST_WOKEN));
  return Prisma.sql`(${first(IS_READY, FIRST.job, most)} UNION ALL ${slept})`;
}

/** Due rows without a lease: jobs by their turn, the others longest overdue first. */
export async function listDue(tx: Sql, leased: Leased, most: number, wanted: Wanted = {}): Promise<Due[]> {
  return tx.$queryRaw<Due[]>`
    SELECT id, fence, (extract(epoch FROM clock_timestamp() - due_at) * 1000)::float8 AS "overdueMs",
      ${KEYS[leased]} AS key
    FROM ${dueRows(leased, most, wanted)} AS due
    ORDER BY ${FIRST[leased]}
    LIMIT ${most}`;
}

/** A row that is due, and for how long. */
export type FirstDue = Pick<Due, "id" | "overdueMs">;

/**
 * Of each kind the first row of listDue, in one statement: what an idle worker asks every second.
 * @returns nothing for a kind of which none is due
 */
export async function findFirstDue(
  tx: Sql,
  kinds: readonly Leased[],
  wanted: Wanted = {},
): Promise<ReadonlyMap<Leased, FirstDue>> {
  if (kinds.length === 0) return new Map();
  const firsts = kinds.map(
    (leased) => Prisma.sql`(
      SELECT ${leased}::text AS kind, id, (extract(epoch FROM clock_timestamp() - due_at) * 1000)::float8 AS "overdueMs"
      FROM ${dueRows(leased, 1, wanted)} AS due
      ORDER BY ${FIRST[leased]}
      LIMIT 1)`,
  );
  const rows = await tx.$queryRaw<(FirstDue & { readonly kind: Leased })[]>`
    SELECT kind, id, "overdueMs" FROM (${Prisma.join(firsts, " UNION ALL ")}) AS firsts`;
  return new Map(rows.map(({ kind, ...first }) => [kind, first]));
}

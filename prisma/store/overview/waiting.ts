import type { NeedKind, Waiting } from "../../../core/overview/needs.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

type Row = {
  readonly kind: Exclude<NeedKind, "check_findings">;
  readonly count: number;
  readonly since: Date | null;
};

/** What is held longer than that waits for a person. */
const LONG = Prisma.sql`now() - interval '1 day'`;

/** The kind of what was given up, as its index has it; null for everything else in the outbox. */
const GIVEN_UP = Prisma.sql`(CASE WHEN status = 'Failed' THEN kind END)`;

/** Where it is kept since when, and how it is chosen. */
const PLACES = [
  ["callbacks_failed", Prisma.sql`ended_at AS at FROM outbox WHERE ${GIVEN_UP} = 'callback'`],
  [
    "mails_failed",
    Prisma.sql`ended_at AS at FROM outbox WHERE ${GIVEN_UP} = 'mail' AND ended_at > now() - interval '7 days'`,
  ],
  ["held_intake", Prisma.sql`held_at AS at FROM intake WHERE held_at < ${LONG}`],
  ["held_collections", Prisma.sql`held_at AS at FROM collection WHERE held_at < ${LONG}`],
  ["held_lanes", Prisma.sql`held_at AS at FROM lane WHERE held_at < ${LONG}`],
  ["held_batches", Prisma.sql`held_at AS at FROM batch WHERE held_at < ${LONG}`],
  ["held_jobs", Prisma.sql`held_at AS at FROM job WHERE held_at < ${LONG}`],
] as const satisfies readonly (readonly [Row["kind"], Prisma.Sql])[];

/**
 * What waits for a person, by kind: how many, up to `most` and one more, and since when the oldest does; kinds of which there
 * are none are left out. Each is read by a partial index that has nothing else, but for collections and lanes, of which
 * there are few.
 */
export async function listWaiting(tx: Sql, most: number): Promise<ReadonlyMap<Row["kind"], Waiting>> {
  const parts = PLACES.map(
    ([kind, from]) => Prisma.sql`
      SELECT ${kind}::text AS kind, count(*)::int AS count, min(at) AS since
      FROM (SELECT ${from} ORDER BY at LIMIT ${most + 1}) AS waiting`,
  );
  const rows = await tx.$queryRaw<Row[]>(Prisma.join(parts, " UNION ALL "));
  return new Map(
    rows.flatMap(({ kind, count, since }) => (since ? [[kind, { count, since }] as const] : [])),
  );
}

export type LatestFindings = Waiting & { readonly id: string };

/** Findings of the latest check that has come to its end which nobody has repaired; undefined: none has. One that broke off has not seen all. */
export async function findLatestFindings(tx: Sql, most: number): Promise<LatestFindings | undefined> {
  const [row] = await tx.$queryRaw<LatestFindings[]>`
    SELECT run.id, run.ended_at AS since, (
      SELECT count(*)::int FROM (
        SELECT FROM check_finding WHERE run_id = run.id AND repaired_at IS NULL LIMIT ${most + 1}) AS open
    ) AS count
    FROM (SELECT id, ended_at FROM check_run WHERE ended_at IS NOT NULL AND error IS NULL ORDER BY created_at DESC LIMIT 1) AS run`;
  return row;
}

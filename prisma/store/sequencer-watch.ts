import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { type Act, type Author, auditing } from "./audit.ts";

/** A node as people see it. `stepDownTerm`: the term of its stint that a person wants to end. */
export type WatchedNode = {
  readonly key: string;
  readonly seenAt: Date;
  readonly beatsLost: bigint;
  readonly stepDownTerm: bigint | null;
};

/** Nodes seen in the last `freshMs` that have not left, in the order of the ring. */
export async function listNodes(tx: Sql, freshMs: number): Promise<readonly WatchedNode[]> {
  return tx.$queryRaw<WatchedNode[]>`
    SELECT key, seen_at AS "seenAt", beats_lost AS "beatsLost", step_down_term AS "stepDownTerm" FROM sequencer_node
    WHERE left_at IS NULL AND seen_at > clock_timestamp() - ${freshMs}::float8 * interval '1 millisecond' ORDER BY key`;
}

/** Beats that all nodes there have been tried to write and that others had written before. Never less than it was. */
export async function countLostBeats(tx: Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ lost: bigint }[]>`
    SELECT COALESCE(sum(beats_lost_before + beats_lost), 0)::bigint AS lost FROM sequencer_node`;
  return Number(row?.lost ?? 0n);
}

/**
 * The last position given, what waits for one, counted up to `most`, and when the oldest of it was accepted; `oldestMs`: how
 * long ago by the database's clock, 0 when nothing waits.
 */
export type Order = {
  readonly position: bigint;
  readonly waiting: number;
  readonly oldestAt: Date | null;
  readonly oldestMs: number;
};

export async function readOrder(tx: Sql, most: number): Promise<Order> {
  const [row] = await tx.$queryRaw<Order[]>`
    SELECT position, waiting.count AS waiting, waiting."oldestAt",
      greatest(0, COALESCE(extract(epoch FROM clock_timestamp() - waiting."oldestAt") * 1000, 0))::float8 AS "oldestMs"
    FROM sequencer_latest, (
      SELECT count(*)::int AS count, min(at) AS "oldestAt" FROM (
        SELECT at FROM sequenced WHERE position IS NULL ORDER BY id LIMIT ${most}) AS first_ones) AS waiting`;
  if (!row) throw new Error("the sequencer has no register");
  return row;
}

/** A stint's beginning. `from` null: it began with the first beat of all; `inPeace`: the writer before had said that it stops. */
export type TakeoverRow = {
  readonly term: bigint;
  readonly at: Date;
  readonly from: string | null;
  readonly to: string;
  readonly gapMs: number | null;
  readonly inPeace: boolean;
  /** How many there have been with this one. */
  readonly number: bigint;
};

/** The latest first. */
export async function listTakeovers(tx: Sql, most: number): Promise<readonly TakeoverRow[]> {
  return tx.$queryRaw<TakeoverRow[]>`
    SELECT term, at, "from", "to", gap_ms AS "gapMs", in_peace AS "inPeace", number
    FROM sequencer_takeover
    ORDER BY term DESC LIMIT ${most}`;
}

/** Removes all but the latest `kept`. @returns how many */
export async function forgetTakeovers(tx: Sql, kept: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM sequencer_takeover WHERE term <= (
      SELECT term FROM sequencer_takeover ORDER BY term DESC OFFSET ${kept} LIMIT 1)`;
}

type Asks = { readonly author: Author; readonly act: Omit<Act, "target"> };

/**
 * Asks the writer to end its stint, if that is the one of `term` still, and records `act`, whose target is its key. One
 * statement, outside of any transaction: the writer waits for its row on the connection of its beats.
 * @returns false: another stint has begun
 */
export async function askStepDown(db: Sql, term: number, { author, act }: Asks): Promise<boolean> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    WITH asked AS (
      UPDATE sequencer_node SET step_down_term = ${term}
      FROM (SELECT writer, incarnation FROM sequencer_latest WHERE term = ${term} AND NOT hands_over) AS latest
      WHERE key = latest.writer AND sequencer_node.incarnation = latest.incarnation
      RETURNING key
    ), audited AS (${auditing(author, act, { from: Prisma.sql`asked`, target: Prisma.sql`key` })})
    SELECT key FROM asked`;
  return rows.length > 0;
}

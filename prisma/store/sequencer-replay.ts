import { type Board, idsOf, type OrderedBeat, type SequencerStore } from "../../core/sequencer/order.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { type BeatRow, beatStatement, LIMIT, latestOf, type WrittenRow } from "./sequencer.ts";

type RegisterRow = BeatRow & {
  readonly empty: number;
  readonly position: bigint;
  readonly now: Date;
  readonly waiting: bigint[] | null;
  readonly digest: string | null;
  readonly store: SequencerStore;
};

/** What items are, whatever ids their rows have; null of none. */
const DIGEST = Prisma.sql`encode(sha256(convert_to(
  string_agg(concat_ws(E'\n', kind, item_id, ending::text), E'\n' ORDER BY id), 'UTF8')), 'hex')`;

const NONE_WAITS = Prisma.sql`(SELECT NULL::bigint[] AS waiting, NULL::text AS digest)`;
/** At most MOST_ITEMS. */
const WAITING = Prisma.sql`(SELECT array_agg(id ORDER BY id) AS waiting, ${DIGEST} AS digest FROM (
  SELECT id, kind, item_id, ending FROM sequenced WHERE position IS NULL ORDER BY id LIMIT ${LIMIT}) AS first_ones)`;

/** The register as a node that follows an order log finds it: the last beat replayed, its age, and which store it follows. */
export type Register = Board &
  Pick<ReturnType<typeof latestOf>, "beat" | "ageMs"> & { readonly store: SequencerStore };

/**
 * Reads the register, and with it what waits for a position, as it stands after that very beat; without `withWaiting`
 * nothing does.
 */
export async function readRegister(tx: Sql, withWaiting: boolean): Promise<Register> {
  const [row] = await tx.$queryRaw<RegisterRow[]>`
    SELECT seq, writer, incarnation, term, CASE WHEN seq = 0 THEN 'epoch' ELSE at END AS at, period, hands_over AS "handsOver",
      greatest(0, extract(epoch FROM clock_timestamp() - CASE WHEN seq = 0 THEN 'epoch' ELSE at END) * 1000)::float8 AS "ageMs",
      empty, position, store, date_trunc('milliseconds', clock_timestamp()) AS now, waiting, digest
    FROM sequencer_latest, ${withWaiting ? WAITING : NONE_WAITS} AS waits`;
  if (!row) throw new Error("the sequencer has no register");
  const { empty, position, store, now, waiting, digest, ...read } = row;
  const { beat, ageMs } = latestOf(read);
  const reached = { ...beat, empty, position: Number(position) };
  return { reached, beat, ageMs, store, now, waiting: (waiting ?? []).map(Number), digest: digest ?? "" };
}

/**
 * Replays a beat that an order log has decided: the next of the register, with all of its items, or nothing. The same
 * statement as that of a beat which is decided here, so positions, hashes, epochs and takeovers are written alike.
 * @returns what got positions by it; undefined: the register is elsewhere, or has not these items
 */
export async function replayBeat(
  tx: Sql,
  beat: OrderedBeat,
): Promise<Pick<WrittenRow, "given" | "waking"> | undefined> {
  const ids = idsOf(beat.ids);
  const [row] = await tx.$queryRaw<WrittenRow[]>(
    beatStatement({
      after: beat.seq - 1,
      writer: beat.writer,
      incarnation: beat.incarnation,
      handsOver: beat.handsOver,
      register: Prisma.sql`store = 'etcd' AND position = ${beat.position - ids.length}`,
      now: Prisma.sql`${beat.at}::timestamptz`,
      waiting: Prisma.sql`SELECT * FROM sequenced WHERE id = ANY(${ids}::bigint[]) AND position IS NULL`,
      isWhole: Prisma.sql`items.count = ${ids.length}::int AND ${beat.digest} = (SELECT coalesce(${DIGEST}, '') FROM picked)`,
      term: Prisma.sql`${beat.term}::bigint`,
      empty: Prisma.sql`${beat.empty}::int`,
      period: Prisma.sql`${beat.period}::int`,
    }),
  );
  return row;
}

/**
 * Has the register follow this store from now on, unless nodes are there that may use another one.
 * @returns false: they are
 */
export async function agreeOnStore(tx: Sql, store: SequencerStore, goneMs: number): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE sequencer_latest SET store = ${store} WHERE store = ${store} OR NOT EXISTS (
      SELECT FROM sequencer_node
      WHERE left_at IS NULL AND seen_at > clock_timestamp() - ${goneMs}::float8 * interval '1 millisecond')`;
  return changed > 0;
}

/** Which store the register follows. */
export async function readStore(tx: Sql): Promise<SequencerStore> {
  const [row] = await tx.$queryRaw<{ store: SequencerStore }[]>`SELECT store FROM sequencer_latest`;
  if (!row) throw new Error("the sequencer has no register");
  return row.store;
}

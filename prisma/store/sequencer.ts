import type { Beat, End, Epoch, Item } from "../../core/sequencer/epoch.ts";
import { OtherStore, type SequencerStore } from "../../core/sequencer/order.ts";
import type { Latest, Publication, Published, Runs, Shown, Shows } from "../../core/sequencer/ports.ts";
import { MOST_PERIOD, QUIET_BEATS, type Timing } from "../../core/sequencer/timing.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { STARTS_POSITIONED } from "./lane/rule.ts";

/** The most items one beat gives positions to: what a receipt has to list. */
export const MOST_ITEMS = 1_000;

/** MOST_ITEMS written out: of a number that it does not know, a plan for any values expects a tenth of all that waits. */
export const LIMIT = Prisma.sql`1000`;

/** The channel on which a beat is told, as JSON without its age, with the last position given. */
export const BEATS = "waybill_beats";

/** A beat as it is read. */
export type BeatRow = Omit<Beat, "seq" | "term"> & {
  readonly seq: bigint;
  readonly term: bigint;
  readonly ageMs: number;
};

const BEAT = Prisma.sql`
  seq, writer, incarnation, term, at, period, hands_over AS "handsOver",
  greatest(0, extract(epoch FROM clock_timestamp() - at) * 1000)::float8 AS "ageMs"`;

/** The latest beat; undefined before the first. `by`: the store that must have decided it. @throws OtherStore */
export async function readLatest(tx: Sql, by?: SequencerStore): Promise<Latest | undefined> {
  const [row] = await tx.$queryRaw<(BeatRow & { readonly store: SequencerStore })[]>`
    SELECT ${BEAT}, store FROM sequencer_latest WHERE seq > 0`;
  if (!row) return undefined;
  const { store, ...beat } = row;
  if (by !== undefined && store !== by) throw new OtherStore(by);
  return latestOf(beat);
}

/**
 * Writes a beat if nobody has written another one since `after`, and in the same statement gives positions to what waits,
 * writes the epoch and tells everybody. One statement, since a node that is stopped between two would keep the register
 * locked. What waits is taken by its ids: they were drawn while the lane was locked, so no later commit of a lane can come
 * before one that is seen; and a batch that was accepted before another one was sent has the lower id. Its rows are found by
 * a list of their ids, and their positions by their places in it: of a join the planner expects 1,000 rows, and for so many
 * it reads the whole table.
 * The texts that are hashed are those of core/sequencer/epoch.ts. Errors: the database's; then it may have been written;
 * OtherStore.
 */
export async function publishBeat(
  tx: Sql,
  { after, writer, incarnation, handsOver }: Publication,
  { period }: Timing,
): Promise<Published> {
  const [row] = await tx.$queryRaw<WrittenRow[]>(
    beatStatement({
      after,
      writer,
      incarnation,
      handsOver,
      register: Prisma.sql`store = 'postgres'`,
      now: Prisma.sql`greatest(date_trunc('milliseconds', clock_timestamp()), at)`,
      waiting: Prisma.sql`SELECT * FROM sequenced WHERE position IS NULL ORDER BY id LIMIT ${LIMIT}`,
      isWhole: Prisma.sql`true`,
      term: Prisma.sql`CASE WHEN incarnation = ${incarnation} THEN term ELSE next END`,
      empty: Prisma.sql`CASE WHEN items.count = 0 THEN empty + 1 ELSE 0 END`,
      period: Prisma.sql`CASE WHEN ${handsOver} THEN ${period}::int ELSE greatest(${period}::int, least(${MOST_PERIOD}::int,
          ${period}::int * 2 ^ least(greatest(0, new_empty - ${QUIET_BEATS}::int + 1), ${MOST_PERIOD}::int)))::int END`,
    }),
  );
  if (row) return { isPublished: true, latest: latestOf(row), given: row.given, waking: row.waking };
  const latest = await readLatest(tx);
  // nothing but its store can have kept the beat from being written: whoever tried again at once would do so for ever
  if ((latest?.beat.seq ?? 0) === after) throw new OtherStore("postgres");
  if (!latest) throw new Error(`no beat follows ${after}, and there is no other`);
  return { isPublished: false, latest, given: 0, waking: [] };
}

/** A beat that was written, as its statement returns it. */
export type WrittenRow = BeatRow & Pick<Published, "given" | "waking">;

/**
 * What differs between a beat that is decided here and one that another store has decided. `register`: what must hold of the
 * register; `now`: the beat's time; `waiting`: the rows of `sequenced` that get positions, in the order of their ids;
 * `isWhole`: what must hold of `items`; `term`, `empty`, `period`: of the beat. They may name the columns of `old`.
 */
export type BeatParts = Omit<Publication, "after"> &
  Readonly<Record<"register" | "now" | "waiting" | "isWhole" | "term" | "empty" | "period", Prisma.Sql>> & {
    readonly after: number;
  };

/** The statement that writes the beat after `after`, or returns no row. */
export function beatStatement(parts: BeatParts): Prisma.Sql {
  const { after, writer, incarnation, handsOver, register, now, waiting, isWhole, term, empty, period } =
    parts;
  return Prisma.sql`
    WITH old AS MATERIALIZED (
      SELECT seq, seq + 1 AS next, store, incarnation, term, empty, position, hash, ${now} AS now
      FROM sequencer_latest WHERE seq = ${after} AND ${register}
    ), before AS MATERIALIZED (
      SELECT writer, at, hands_over, seq > 0 AS is_any FROM sequencer_latest WHERE seq = ${after}
    ), waiting AS MATERIALIZED (
      ${waiting}
    ), picked AS MATERIALIZED (
      SELECT waiting.*, old.position + row_number() OVER (ORDER BY waiting.id) AS given FROM waiting, old
    ), items AS (
      SELECT count(*)::int AS count, ${sha256(Prisma.sql`string_agg(${ITEM_HASH}, E'\n' ORDER BY given)`)} AS hash FROM picked
    ), epoch AS MATERIALIZED (
      SELECT old.*, items.count, items.hash AS items_hash, ${term} AS new_term, ${empty} AS new_empty
      FROM old, items WHERE ${isWhole}
    ), hashed AS MATERIALIZED (
      SELECT epoch.*, CASE WHEN count = 0 THEN hash ELSE ${sha256(epochSql(writer, incarnation))} END AS new_hash FROM epoch
    ), latest AS (
      UPDATE sequencer_latest AS kept SET seq = next, writer = ${writer}, incarnation = ${incarnation}, term = new_term,
        at = now, hands_over = ${handsOver}, empty = new_empty, position = kept.position + count, hash = new_hash,
        period = ${period}
      FROM hashed WHERE kept.id = 1 AND kept.seq = hashed.seq AND kept.store = hashed.store
      RETURNING kept.*, count, items_hash, hashed.hash AS previous_hash
    ), given AS (
      UPDATE sequenced SET position = latest.position - count + width_bucket(sequenced.id, ARRAY(SELECT id FROM picked ORDER BY id))
      FROM latest WHERE sequenced.id = ANY(ARRAY(SELECT id FROM picked)) AND sequenced.position IS NULL
    ), taken_over AS (
      INSERT INTO sequencer_takeover (term, at, "from", "to", gap_ms, in_peace)
      SELECT latest.term, latest.at, CASE WHEN is_any THEN before.writer END, latest.writer,
        CASE WHEN is_any THEN extract(epoch FROM latest.at - before.at)::float8 * 1000 END, before.hands_over
      FROM latest, before WHERE latest.term = latest.seq
      ON CONFLICT (term) DO UPDATE SET at = excluded.at, "from" = excluded."from", "to" = excluded."to",
        gap_ms = excluded.gap_ms, in_peace = excluded.in_peace
    ), chained AS (
      INSERT INTO sequencer_epoch (seq, writer, incarnation, term, at, first, last, items_hash, previous_hash, hash)
      SELECT seq, writer, incarnation, term, at, position - count + 1, position, items_hash, previous_hash, hash
      FROM latest WHERE count > 0
    )
    SELECT ${BEAT}, count AS given, ${WAKING} AS waking, pg_notify(${BEATS}, json_build_object('seq', seq, 'writer', writer,
      'incarnation', incarnation, 'term', term, 'at', at, 'period', period, 'handsOver', hands_over, 'position', position)::text) IS NULL AS told
    FROM latest`;
}

/**
 * Of rows of `picked`: their lanes that wait for positions. They are told and not woken here: a beat must not wait for a lane
 * that is locked. Each is looked for in an index of such lanes alone, so that it costs nothing where there are none.
 */
const WAKING = Prisma.sql`ARRAY(
  SELECT waits.id FROM (SELECT DISTINCT lane_id FROM picked WHERE kind = 'batch') AS given
  CROSS JOIN LATERAL (SELECT id FROM lane WHERE lane.id = given.lane_id AND ${STARTS_POSITIONED} OFFSET 0) AS waits)`;

/** The hash of a row of `picked`: of itemText. The last two are null of everything but an end, and leave no line then. */
const ITEM_HASH = sha256(
  lines(
    Prisma.sql`given::text`,
    Prisma.sql`kind`,
    Prisma.sql`item_id`,
    Prisma.sql`coalesce(encode(convert_to(lane_id, 'UTF8'), 'hex'), '')`,
    Prisma.sql`coalesce(lane_seq::text, '')`,
    Prisma.sql`coalesce(sha256, '')`,
    iso(Prisma.sql`at`),
    Prisma.sql`state`,
    Prisma.sql`nullif(ending, 0)::text`,
  ),
);

/** epochText, of a row of `epoch`. */
function epochSql(writer: string, incarnation: string): Prisma.Sql {
  return lines(
    Prisma.sql`'waybill epoch'`,
    Prisma.sql`next::text`,
    Prisma.sql`${writer}::text`,
    Prisma.sql`${incarnation}::text`,
    Prisma.sql`new_term::text`,
    iso(Prisma.sql`now`),
    Prisma.sql`(position + 1)::text`,
    Prisma.sql`(position + count)::text`,
    Prisma.sql`items_hash`,
    Prisma.sql`hash`,
  );
}

function lines(...parts: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`concat_ws(E'\n', ${Prisma.join([...parts])})`;
}

function sha256(text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}

/** As Date.toISOString. */
function iso(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The same for the node. */
export function latestOf({ ageMs, seq, term, ...row }: BeatRow): Latest {
  const { writer, incarnation, at, period, handsOver } = row;
  return {
    beat: { seq: Number(seq), term: Number(term), writer, incarnation, at, period, handsOver },
    ageMs,
  };
}

/** A node as it is kept. `privateKey` is sealed. */
export type NodeRow = { readonly key: string; readonly publicKey: string; readonly privateKey: string };

/**
 * Takes the identity of a node that has left or was not seen for `goneMs`, the one used last first. Two processes that ask
 * at the same time get two. @returns undefined: none is free
 */
export async function takeNode(tx: Sql, incarnation: string, goneMs: number): Promise<NodeRow | undefined> {
  const [row] = await tx.$queryRaw<NodeRow[]>`
    UPDATE sequencer_node SET incarnation = ${incarnation}, seen_at = clock_timestamp(), left_at = NULL,
      beats_lost_before = beats_lost_before + beats_lost, beats_lost = 0
    WHERE key = (
      SELECT key FROM sequencer_node
      WHERE left_at IS NOT NULL OR seen_at < clock_timestamp() - ${goneMs}::float8 * interval '1 millisecond'
      ORDER BY seen_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING key, public_key AS "publicKey", private_key AS "privateKey"`;
  return row;
}

export async function insertNode(tx: Sql, node: NodeRow, incarnation: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sequencer_node (key, public_key, private_key, incarnation)
    VALUES (${node.key}, ${node.publicKey}, ${node.privateKey}, ${incarnation})`;
}

/**
 * Says that a process still runs as a node, and how many of its beats came too late. @returns the nodes seen in the last
 * `freshMs`, and the term at whose end its stint is to end; undefined: another process has taken the node for gone, and runs
 * as it now
 */
export async function showNode(
  tx: Sql,
  { key, incarnation, beatsLost }: Shows,
  freshMs: number,
): Promise<Shown | undefined> {
  const rows = await tx.$queryRaw<{ key: string; isOurs: boolean; stepDownTerm: bigint | null }[]>`
    WITH here AS (
      UPDATE sequencer_node SET seen_at = clock_timestamp(), left_at = NULL, beats_lost = ${beatsLost}
      WHERE key = ${key} AND incarnation = ${incarnation} RETURNING key, step_down_term
    )
    SELECT key, true AS "isOurs", step_down_term AS "stepDownTerm" FROM here
    UNION ALL
    SELECT key, false, NULL FROM sequencer_node
    WHERE left_at IS NULL AND seen_at > clock_timestamp() - ${freshMs}::float8 * interval '1 millisecond' AND key <> ${key}`;
  const own = rows.find(({ isOurs }) => isOurs);
  const stepDownTerm = own?.stepDownTerm ? Number(own.stepDownTerm) : undefined;
  return own && { keys: rows.map((row) => row.key), stepDownTerm };
}

export async function leaveNode(tx: Sql, { key, incarnation }: Runs): Promise<void> {
  await tx.$executeRaw`
    UPDATE sequencer_node SET left_at = clock_timestamp() WHERE key = ${key} AND incarnation = ${incarnation}`;
}

/** The most epochs of listUnsigned. */
export const MOST_UNSIGNED = 20;

/** Epochs that nobody has signed, oldest first, at most MOST_UNSIGNED; with the hash of the one before, if there is one. */
export async function listUnsigned(
  tx: Sql,
): Promise<readonly (KeptEpoch & { readonly hashBefore: string | null })[]> {
  const rows = await tx.$queryRaw<(EpochRow & { readonly hashBefore: string | null })[]>`
    SELECT ${EPOCH}, (
      SELECT before.hash FROM sequencer_epoch AS before WHERE before.first < epoch.first ORDER BY before.first DESC LIMIT 1
    ) AS "hashBefore"
    FROM sequencer_epoch AS epoch WHERE signature IS NULL ORDER BY seq LIMIT ${MOST_UNSIGNED}`;
  return rows.map(({ hashBefore, ...row }) => ({ ...epochOf(row), hashBefore }));
}

export async function signEpochs(
  tx: Sql,
  signer: string,
  signed: readonly { readonly seq: number; readonly signature: string }[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE sequencer_epoch AS epoch SET signer = ${signer}, signature = signed.signature
    FROM unnest(${signed.map(({ seq }) => seq)}::bigint[], ${signed.map(({ signature }) => signature)}::text[])
      AS signed (seq, signature)
    WHERE epoch.seq = signed.seq AND epoch.signature IS NULL`;
}

type Signed = { readonly signer: string | null; readonly signature: string | null };

/** An epoch as kept, with its hash and signature. */
export type KeptEpoch = Epoch & Signed & { readonly hash: string };

type EpochRow = Omit<KeptEpoch, "seq" | "term" | "first" | "last"> &
  Record<"seq" | "term" | "first" | "last", bigint>;

const EPOCH = Prisma.sql`
  seq, writer, incarnation, term, at, first, last, items_hash AS "itemsHash", previous_hash AS "previousHash", hash,
  signer, signature`;

/** Epochs with a seq above `after`, in order. */
export async function listEpochs(tx: Sql, after: number, limit: number): Promise<readonly KeptEpoch[]> {
  const rows = await tx.$queryRaw<EpochRow[]>`
    SELECT ${EPOCH} FROM sequencer_epoch WHERE seq > ${after} ORDER BY seq LIMIT ${limit}`;
  return rows.map(epochOf);
}

/** The epoch with this seq. */
export async function findEpoch(tx: Sql, seq: number): Promise<KeptEpoch | undefined> {
  const [row] = await tx.$queryRaw<EpochRow[]>`SELECT ${EPOCH} FROM sequencer_epoch WHERE seq = ${seq}`;
  return row && epochOf(row);
}

/** The last position given and the hash of the epoch that gave it, as the register has them. */
export async function readChainEnd(tx: Sql): Promise<{ readonly position: number; readonly hash: string }> {
  const [row] = await tx.$queryRaw<{ position: bigint; hash: string }[]>`
    SELECT position, hash FROM sequencer_latest`;
  if (!row) throw new Error("the sequencer has no register");
  return { position: Number(row.position), hash: row.hash };
}

/** The epoch that gave a position. */
export async function findEpochOf(tx: Sql, position: number): Promise<KeptEpoch | undefined> {
  const [row] = await tx.$queryRaw<EpochRow[]>`
    SELECT ${EPOCH} FROM sequencer_epoch WHERE first <= ${position} ORDER BY first DESC LIMIT 1`;
  return row && Number(row.last) >= position ? epochOf(row) : undefined;
}

/** The public keys of all nodes there have been. */
export async function listKeys(
  tx: Sql,
): Promise<readonly { readonly key: string; readonly publicKey: string }[]> {
  return tx.$queryRaw<{ key: string; publicKey: string }[]>`
    SELECT key, public_key AS "publicKey" FROM sequencer_node ORDER BY registered_at, key`;
}

/** Items with a position from `first` to `last`, in order. */
export async function listItems(tx: Sql, first: number, last: number): Promise<readonly Item[]> {
  const rows = await tx.$queryRaw<ItemRow[]>`
    SELECT position, kind, item_id AS id, lane_id AS "laneId", lane_seq AS "laneSeq", sha256, at, state, ending FROM sequenced
    WHERE position BETWEEN ${first} AND ${last} ORDER BY position`;
  return rows.map(itemOf);
}

/** An item as it is read. `state` null and `ending` 0: no end. */
export type ItemRow = Omit<Item, "position" | "laneSeq" | "end"> & {
  readonly position: bigint;
  readonly laneSeq: bigint | null;
  readonly state: End["state"] | null;
  readonly ending: number;
};

function itemOf({ position, laneSeq, state, ending, ...item }: ItemRow): Item {
  return {
    ...item,
    position: Number(position),
    laneSeq: laneSeq === null ? null : Number(laneSeq),
    ...(state && { end: { state, ending } }),
  };
}

function epochOf({ seq, term, first, last, ...epoch }: EpochRow): KeptEpoch {
  return { ...epoch, seq: Number(seq), term: Number(term), first: Number(first), last: Number(last) };
}

import { HISTORY_DIGITS } from "../../core/sequencer/cursor.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import type { ItemRow } from "./sequencer.ts";
import { type Reach, within } from "./within.ts";

/** An item with its epoch, by what a cursor knows its history, and, where there are any, its collection's slug and its lane's service id. */
export type FeedRow = Omit<ItemRow, "laneId"> & {
  readonly epoch: bigint;
  readonly history: string;
  readonly collection: string | null;
  readonly serviceId: string | null;
};

export type FeedFilter = {
  readonly reach: Reach;
  readonly after: number;
  /** How many positions are looked at: most of them may be hidden from whoever asks. */
  readonly span: number;
  readonly limit: number;
};

/** The last position given. */
export async function readLastPosition(tx: Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ position: bigint }[]>`SELECT position FROM sequencer_latest`;
  return Number(row?.position ?? 0);
}

/** By what cursors know the history of the position `after`, and that of the last position looked at. */
type Ends = { readonly last: bigint; readonly atAfter: string | null; readonly atEnd: string | null };

/** What a cursor of this position names. */
function historyOf(position: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT left(hash, ${HISTORY_DIGITS}::int) FROM sequencer_epoch WHERE first <= ${position} ORDER BY first DESC LIMIT 1)`;
}

/**
 * Items within reach at the `span` positions after `after`, in order, at most `limit`; and the last position given and the
 * histories of both ends, in the same snapshot. A batch is looked up for each position, whatever the planner thinks of how many there are: a join would be
 * planned for a part of the table, of which it does not know how small it is.
 */
export async function readFeedRows(
  tx: Sql,
  { reach, after, span, limit }: FeedFilter,
): Promise<{ readonly rows: readonly FeedRow[]; readonly last: number } & Pick<Ends, "atAfter" | "atEnd">> {
  const found = await tx.$queryRaw<(Ends & (FeedRow | { readonly position: null }))[]>`
    WITH register AS MATERIALIZED (
      SELECT position AS last, ${historyOf(Prisma.sql`${after}::bigint`)} AS at_after,
        ${historyOf(Prisma.sql`least(${after}::bigint + ${span}::bigint, position)`)} AS at_end
      FROM sequencer_latest
    ),
    looked AS MATERIALIZED (
      SELECT * FROM sequenced WHERE position > ${after}::bigint AND position <= ${after}::bigint + ${span}::bigint
    ),
    page AS MATERIALIZED (
      SELECT looked.*, batch.collection_id FROM looked
      LEFT JOIN LATERAL (
        SELECT collection_id FROM batch WHERE batch.id = looked.item_id AND looked.kind IN ('batch', 'batch.ended') LIMIT 1
      ) AS batch ON TRUE
      WHERE ${within(Prisma.sql`batch.collection_id`, reach)}
      ORDER BY looked.position LIMIT ${limit}
    )
    SELECT register.last, at_after AS "atAfter", at_end AS "atEnd", page.position, page.kind, page.item_id AS id, page.lane_seq AS "laneSeq", page.sha256, page.at,
      page.state, page.ending,
      (SELECT seq FROM sequencer_epoch WHERE first <= page.position ORDER BY first DESC LIMIT 1) AS epoch,
      ${historyOf(Prisma.sql`page.position`)} AS history,
      (SELECT slug FROM collection WHERE id = page.collection_id) AS collection,
      (SELECT service_id FROM lane WHERE id = page.lane_id) AS "serviceId"
    FROM register LEFT JOIN page ON TRUE ORDER BY page.position`;
  const rows = found.flatMap((row) => (row.position === null ? [] : [row]));
  const { last = 0n, atAfter = null, atEnd = null } = found[0] ?? {};
  return { rows, last: Number(last), atAfter, atEnd };
}

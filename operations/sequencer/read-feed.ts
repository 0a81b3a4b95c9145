import { reachOf } from "../../core/access/roles.ts";
import type { FeedItem, FeedPage } from "../../core/contracts/feed-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { type Cursor, cursorText } from "../../core/sequencer/cursor.ts";
import { type FeedRow, readFeedRows } from "../../prisma/store/feed.ts";
import type { Context } from "../context.ts";

/** How many positions one statement looks at for somebody who may see a part of them, and how many statements there are. */
const SPAN = 2_000;
const LOOKS = 10;

/**
 * What has happened after a position, in order, at most `limit` items. Items of collections the actor may not read are left
 * out, and `next` is past them, so an answer may be empty although more follows.
 * @throws WaybillError `cursor_lost` when `after` has not been given yet, or is of a history that was lost
 */
export async function readFeed(
  { db, actor }: Pick<Context, "db" | "actor">,
  { after, limit }: { readonly after: Cursor; readonly limit: number },
): Promise<FeedPage> {
  const reach = reachOf(actor, "read");
  const span = reach === "all" ? limit : SPAN;
  let from = after.position;
  for (let look = 1; ; look += 1) {
    const looked = await readFeedRows(db, { reach, after: from, span, limit });
    const { rows, last } = looked;
    if (look === 1) requireKnown(after, looked);
    const seen = seenBy(looked, from + span, limit);
    if (rows.length > 0 || seen.position === last || look === LOOKS)
      return {
        items: rows.map(feedItem),
        next: cursorText(seen),
        last: String(last),
        isAll: seen.position === last,
      };
    from = seen.position;
  }
}

type Looked = Awaited<ReturnType<typeof readFeedRows>>;

/** Where a look has come: to the last item if there may be more, else to the end of what it looked at. */
function seenBy({ rows, last, atEnd }: Looked, end: number, limit: number): Cursor {
  const full = rows.length === limit ? rows.at(-1) : undefined;
  if (full) return { position: Number(full.position), history: full.history };
  return { position: Math.min(end, last), history: atEnd ?? undefined };
}

function requireKnown({ position, history }: Cursor, { last, atAfter }: Looked): void {
  if (position > last) throw ahead(position, last);
  if (history !== undefined && history !== atAfter) throw otherHistory(position);
}

function feedItem(row: FeedRow): FeedItem {
  const { position, kind, id, collection, serviceId, laneSeq, sha256, at, epoch, state, ending } = row;
  return {
    position: position.toString(),
    kind,
    id,
    collection,
    serviceId,
    laneSeq: laneSeq?.toString() ?? null,
    sha256,
    at: at.toISOString(),
    epoch: epoch.toString(),
    state,
    ending: state === null ? null : ending,
  };
}

function ahead(after: number, last: number): WaybillError {
  return new WaybillError(
    "cursor_lost",
    `The cursor is ${after}, but the last position given is ${last}. If Waybill was restored from a backup, compare what you have with the feed, then go on from a position that is in it.`,
  );
}

function otherHistory(after: number): WaybillError {
  return new WaybillError(
    "cursor_lost",
    `Position ${after} was given again since you were told of it: Waybill was restored from a backup. Compare what you have with the feed, then go on from the last position that is the same.`,
  );
}

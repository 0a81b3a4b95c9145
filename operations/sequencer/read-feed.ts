import { reachOf } from "../../core/access/roles.ts";
import type { FeedItem, FeedPage } from "../../core/contracts/feed-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { type FeedRow, readFeedRows } from "../../prisma/store/feed.ts";
import type { Context } from "../context.ts";

/** How many positions one statement looks at for somebody who may see a part of them, and how many statements there are. */
const SPAN = 2_000;
const LOOKS = 10;

/**
 * What has happened after a position, in order, at most `limit` items. Items of collections the actor may not read are left
 * out, and `next` is behind them, so an answer may be empty although more follows.
 * @throws WaybillError `position_ahead` when `after` has not been given yet
 */
export async function readFeed(
  { db, actor }: Pick<Context, "db" | "actor">,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedPage> {
  const reach = reachOf(actor, "read");
  const span = reach === "all" ? limit : SPAN;
  let from = after;
  for (let look = 1; ; look += 1) {
    const { rows, last } = await readFeedRows(db, { reach, after: from, span, limit });
    if (after > last) throw ahead(after, last);
    const seen = rows.length === limit ? Number(rows.at(-1)?.position) : Math.min(from + span, last);
    if (rows.length > 0 || seen === last || look === LOOKS)
      return { items: rows.map(feedItem), next: String(seen), last: String(last) };
    from = seen;
  }
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
    "position_ahead",
    `The cursor is ${after}, but the last position given is ${last}. If Waybill was restored from a backup, compare what you have with the feed, then go on from a position that is in it.`,
  );
}
